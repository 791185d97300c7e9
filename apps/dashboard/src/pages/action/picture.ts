import type { Plan } from '../../api/actions.ts';

/** A pod as the picture shows it. */
export type Dot = 'stays' | 'new' | 'gone';

export type Side = { readonly words: string } & (
  | { readonly dots: readonly Dot[] /** Those there is no room for. */; readonly more: number }
  | { readonly gate: 'open' | 'closed' }
);

export interface Picture {
  readonly before: Side;
  readonly after: Side;
}

const most = 24;

/** What a plan looks like before and after; nothing where it would change nothing that is known. */
export function pictureOf(plan: Plan): Picture | undefined {
  const [change] = plan.changes;
  if (change === undefined) return undefined;
  switch (plan.action) {
    case 'cordon_node':
    case 'uncordon_node':
      return { before: nodeSide(change.before === true), after: nodeSide(change.after === true) };
    case 'scale_deployment':
      return scalePicture(Number(change.before), Number(change.after));
    case 'restart_pod':
      return restartPicture(plan);
    case 'rollback_deployment':
      return rollbackPicture(plan.touches.replicas ?? 0);
    case 'drain_node':
      return drainPicture(plan);
    default:
      return undefined;
  }
}

/** What is evicted, among what stays. */
function drainPicture({ drain, touches }: Plan): Picture | undefined {
  if (drain === null) return undefined;
  const go = touches.pods.reduce((sum, { count }) => sum + count, 0);
  const stay = drain.pods.length + drain.more_pods - go;
  return {
    before: pods(go + stay, 0, 'stays', podsWords(go + stay)),
    after: pods(stay, go, 'gone', `Cordoned; ${go} evicted, ${stay === 1 ? '1 stays' : `${stay} stay`}`),
  };
}

const podsWords = (count: number) => `${count} ${count === 1 ? 'pod' : 'pods'}`;

function nodeSide(cordoned: boolean): Side {
  return cordoned ? { gate: 'closed', words: 'Cordoned' } : { gate: 'open', words: 'Schedulable' };
}

function scalePicture(before: number, after: number): Picture {
  const fewer = Math.max(0, before - after);
  const more = Math.max(0, after - before);
  const told = more > 0 ? `, ${more} new` : fewer > 0 ? `, ${fewer} removed` : '';
  return {
    before: pods(before, 0, 'stays', replicas(before)),
    after: pods(before - fewer, more + fewer, more > 0 ? 'new' : 'gone', `${replicas(after)}${told}`),
  };
}

/** One pod among those of its owner. */
function restartPicture({ changes: [change], touches }: Plan): Picture {
  const all = Math.max(1, touches.replicas ?? 1);
  const isReplaced = change?.after === 'replaced';
  const others = all === 1 ? '' : all === 2 ? ', 1 other unchanged' : `, ${all - 1} others unchanged`;
  return {
    before: pods(
      all,
      0,
      'stays',
      change?.before === 'terminating' ? '1 terminating' : all === 1 ? '1 pod' : `${all} pods`,
    ),
    after: pods(all - 1, 1, isReplaced ? 'new' : 'gone', `${isReplaced ? '1 replacement' : 'not replaced'}${others}`),
  };
}

function rollbackPicture(count: number): Picture {
  return {
    before: pods(count, 0, 'stays', count === 1 ? '1 pod' : `${count} pods`),
    after: pods(0, count, 'new', count === 1 ? '1 new pod' : `${count} new pods`),
  };
}

/** Where there is no room for all, those that change are drawn before those that stay. */
function pods(stay: number, change: number, as: Dot, words: string): Side {
  const changing = Math.min(change, most);
  const staying = Math.min(stay, most - changing);
  const dots: readonly Dot[] = [
    ...Array.from({ length: staying }, (): Dot => 'stays'),
    ...Array.from({ length: changing }, () => as),
  ];
  return { dots, more: stay + change - dots.length, words };
}

const replicas = (count: number) => `${count} ${count === 1 ? 'replica' : 'replicas'}`;
