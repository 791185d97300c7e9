import type { Fact } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { secondsText } from '../../output/durations.ts';
import { type Deployment, isRunning, phaseStyle } from './app.ts';

/** `4, which puts revision 1 back`. */
export function revisionText({ revision, of_revision }: Pick<Deployment, 'revision' | 'of_revision'>): string {
  return of_revision === null ? String(revision) : `${revision}, which puts revision ${of_revision} back`;
}

/** Nobody asked for a rollback that follows a failure. */
export function whoText({ actor }: Pick<Deployment, 'actor'>): string {
  return actor === null ? 'automatic' : `${actor.type.replaceAll('_', ' ')} ${actor.id}`;
}

/** A revision, what it changes, and what became of it. */
export function deploymentFacts(out: Output, deployment: Deployment): readonly Fact[] {
  const { phase, note, image, digest, progress, created_at } = deployment;
  return [
    ['phase', `${phase}${progress === null ? '' : `: ${progress}`}`, phaseStyle(deployment)],
    ...outcomeFacts(deployment),
    ['image', image],
    ...(digest === null ? [] : [['digest', digest] satisfies Fact]),
    ['by', `${whoText(deployment)}, ${out.time(created_at)}`],
    ...(note === null ? [] : [['note', note] satisfies Fact]),
    ...diffFacts(deployment),
    ...deployment.phases
      .filter(isRunning)
      .map((one): Fact => ['took', `${one.phase}  ${tookText(one) ?? 'until now'}`]),
  ];
}

/** Why it did not work out, by pod, with their last words; and what runs instead. */
export function outcomeFacts(deployment: Deployment): readonly Fact[] {
  const { reason, message, rolled_back_to: back, phase } = deployment;
  return [
    ...(message === null ? [] : [['why', reason === null ? message : `${message} (${reason})`, 'red'] satisfies Fact]),
    ...deployment.pods.flatMap(podFacts),
    ...(back === null
      ? []
      : [['put back', `revision ${back}${phase === 'RolledBack' ? ', which is Live again' : ''}`] satisfies Fact]),
  ];
}

type FailedPod = Deployment['pods'][number];

export function podFacts({ name, reason, message, restarts, exit_code, log_tail }: FailedPod): readonly Fact[] {
  const more = [
    ...(exit_code === null ? [] : [`exit code ${exit_code}`]),
    ...(restarts === 0 ? [] : [restarts === 1 ? '1 restart' : `${restarts} restarts`]),
  ];
  return [
    ['pod', `${name}: ${[reason, ...more].join(', ')}`, 'red'],
    ...(message === '' ? [] : [['pod', `  ${message}`] satisfies Fact]),
    ...(log_tail.length === 0 ? [] : [['last words', `of ${name}:`, 'bold'] satisfies Fact]),
    ...log_tail.map((line): Fact => ['last words', `  ${line}`]),
  ];
}

/** What it changes of the one that was Live; the first one has nothing to be compared with. */
export function diffFacts({
  diff,
  previous_revision,
}: Pick<Deployment, 'diff' | 'previous_revision'>): readonly Fact[] {
  if (previous_revision === null) return diff.map(({ path, after }) => ['asks for', `${path}  ${word(after)}`]);
  if (diff.length === 0) return [['changes', 'nothing']];
  return diff.map(({ path, before, after }) => ['changes', `${path}  ${word(before)} → ${word(after)}`]);
}

const word = (value: string | null) => value ?? 'nothing';

/** Undefined while it lasts. */
export function tookText({ started_at, ended_at }: Deployment['phases'][number]): string | undefined {
  if (ended_at === null) return undefined;
  return secondsText(Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1_000)));
}
