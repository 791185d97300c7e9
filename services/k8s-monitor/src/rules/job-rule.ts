import type { ClusterState } from '../state/cluster-state.ts';
import { type JobFacts, objectKey } from '../state/facts.ts';
import type { Rule } from './rule.ts';
import { counted, objectOf, withWarning } from './words.ts';

export const jobFailing: Rule<'failed_pods'> = {
  name: 'job_failing',
  category: 'jobs',
  title: 'Job failing',
  meaning:
    'A Job has failed, or keeps failing: several of its pods failed and none has succeeded. Jobs of a CronJob count as their CronJob, and only the newest one that has ended or keeps failing counts; so a failed run no longer counts once a later one succeeds.',
  suggestedAction:
    'Read the logs of its pods: kubectl -n {namespace} logs --selector job-name={job} --all-containers. Once it is resolved, remove a failed Job that will not run again: kubectl -n {namespace} delete job {job}.',
  steps: [{ afterSeconds: 0, severity: 'warning', impact: 2 }],
  thresholds: {
    failed_pods: {
      default: 3,
      minimum: 1,
      maximum: 1_000,
      about: 'how many pods of a Job that is still retrying must have failed, with none succeeded',
    },
  },
  *find(state, _now, { failed_pods: failedPods }) {
    for (const [key, job] of deciding(state, failedPods)) {
      if (!isFailing(job, failedPods)) continue;
      const ended = job.end === 'Failed' ? 'has failed' : 'keeps failing';
      const said = job.message === '' ? '' : ` ${job.message}`;
      const message = `Job ${job.name} ${ended}: ${counted(job.failed, 'pod')} failed.${said}`;
      yield {
        object: objectOf(key),
        message: withWarning(state, message, [objectKey('Job', job.namespace, job.name)]),
        since: job.end === 'Failed' ? job.endedAt : undefined,
        job: job.name,
      };
    }
  },
};

/** Each Job that stands for itself, and of each CronJob the newest that has something to say. */
function deciding(state: ClusterState, failedPods: number): ReadonlyMap<string, JobFacts> {
  const newest = new Map<string, JobFacts>();
  for (const job of state.jobs.values()) {
    if (job.end === undefined && !isFailing(job, failedPods)) continue;
    const key = job.cronJob === '' ? objectKey('Job', job.namespace, job.name) : cronJobKey(job);
    const other = newest.get(key);
    if (other === undefined || isNewer(job, other)) newest.set(key, job);
  }
  return newest;
}

function cronJobKey({ namespace, cronJob }: JobFacts): string {
  return objectKey('CronJob', namespace, cronJob);
}

function isNewer(a: JobFacts, b: JobFacts): boolean {
  return a.createdAt === b.createdAt ? a.name > b.name : a.createdAt > b.createdAt;
}

function isFailing({ end, failed, succeeded }: JobFacts, failedPods: number): boolean {
  return end === 'Failed' || (end === undefined && succeeded === 0 && failed >= failedPods);
}
