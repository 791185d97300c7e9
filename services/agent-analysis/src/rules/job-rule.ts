import { no } from './conditions.ts';
import type { Rule } from './rule.ts';
import { objectWords } from './words.ts';

export const failingJob: Rule = {
  name: 'failing_job',
  title: 'A Job fails',
  about:
    'A Job has failed, or keeps failing. What it does is known to whoever wrote it; its last words and its exit code tell most.',
  when: ['The monitor has found that a Job or CronJob fails.'],
  follows: 'the suggestion what to read, with how its last container ended',
  needs: ['issues'],
  prior: 0.6,
  judge: (facts) => {
    const { object } = facts;
    const issue = facts.issues.find(({ reason, expected }) => reason === 'job_failing' && !expected);
    if (issue === undefined) return no('no Job fails');
    const ended = facts.pods.find(({ last_end: end }) => end !== null);
    const end = ended?.last_end ?? undefined;
    const namespace = issue.object.namespace ?? object.namespace ?? '';
    const read =
      ended === undefined
        ? `kubectl -n ${namespace} describe ${issue.object.kind.toLowerCase()} ${issue.object.name}`
        : `kubectl -n ${namespace} logs ${ended.name} --all-containers`;
    const code = end === undefined || end.exit_code === null ? '' : ` with exit code ${end.exit_code}`;
    const how = end === undefined ? '' : ` Container ${end.container} ended last${code} (${end.reason}).`;
    return {
      verdict: 'suggestion',
      reason: `${objectWords(issue.object)}: ${issue.message}${how}`,
      advice: `Read what it said: ${read}. Once the cause is gone, start it again, or delete a failed Job that will not run again.`,
      whyNoAction: 'Whether a Job may run twice, only its owner knows; our actions start none.',
    };
  },
};
