import { countsOf, type DrainPod, isOpen } from '../records/drain-pod.ts';

/** Where it is, in one line. */
export function progressText(pods: readonly DrainPod[]): string {
  const { evicted, skipped, failed } = countsOf(pods);
  const blocked = Map.groupBy(
    pods.filter(({ status, blocked_by: budgets }) => status === 'waiting' && budgets.length > 0),
    ({ namespace, blocked_by: budgets }) => `${namespace}/${budgets.join(', ')}`,
  );
  // All of the lane wait for what holds its head.
  const waits = [...blocked].map(([budget, [head]]) => {
    const behind = pods.filter(
      ({ status, namespace, budget: lane }) =>
        status === 'waiting' && namespace === head?.namespace && lane === head.budget,
    );
    return `${behind.length} ${behind.length === 1 ? 'waits' : 'wait'} for budget ${budget}`;
  });
  const shown =
    waits.length > mostNamed ? [...waits.slice(0, mostNamed), `${waits.length - mostNamed} more budgets`] : waits;
  return [
    `${evicted} of ${pods.length - skipped} pods gone`,
    ...shown,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join('; ');
}

const mostNamed = 3;

/** Evictions are requested as long as any pod waits for its own. */
export function stepOf(pods: readonly DrainPod[]): 'applying' | 'verifying' {
  return pods.some(({ status }) => status === 'waiting') ? 'applying' : 'verifying';
}

export function isPassOver(pods: readonly DrainPod[]): boolean {
  return !pods.some(isOpen);
}
