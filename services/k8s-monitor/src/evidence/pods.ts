import type { FactPod } from '@wheelhouse/contracts';
import { isoTime, type PageContainer, type PagePod, shownPod } from '../live/pods.ts';
import { ownerOf } from '../state/keep.ts';

/** A pod as facts tell it. */
export function factPod(pod: PagePod, isNew: boolean | null, at: Date): FactPod {
  const { metadata, spec, status = {} } = pod;
  const { name, phase, ready, deleting, restarts, created_at } = shownPod(pod, at);
  const condition = (wanted: string) => status.conditions?.find(({ type }) => type === wanted);
  const placed = condition('PodScheduled');
  return {
    name,
    node: spec?.nodeName ?? null,
    phase,
    ready,
    ready_since: isoTime(condition('Ready')?.lastTransitionTime),
    created_at,
    deleting,
    restarts,
    waiting: waitingOf(containersOf(pod)),
    unschedulable:
      placed?.status === 'False' && placed.reason === 'Unschedulable' ? (placed.message ?? placed.reason) : null,
    last_end: lastEnd(pod),
    is_new: isNew,
    has_controller: ownerOf(metadata) !== '',
  };
}

/** Those that run before the others come last: what waits behind them waits for nothing of its own. */
export function containersOf({ status = {} }: PagePod): readonly PageContainer[] {
  return [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
}

/** What it takes only a while to get over. */
const passing: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function waitingOf(containers: readonly PageContainer[]): string | null {
  const reasons = containers.flatMap(({ state }) => state?.waiting?.reason ?? []).filter((reason) => reason !== '');
  return reasons.find((reason) => !passing.has(reason)) ?? reasons[0] ?? null;
}

function lastEnd({ status = {} }: PagePod): FactPod['last_end'] {
  // An init container that did what it was for has not ended in the sense that anybody asks for.
  const failed = endsOf(status.initContainerStatuses).filter(({ exit_code: code }) => code !== 0);
  const ends = [...endsOf(status.containerStatuses), ...failed];
  return ends.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))[0] ?? null;
}

function endsOf(containers: readonly PageContainer[] = []) {
  return containers.flatMap(({ name, state, lastState }) => {
    const ended = state?.terminated ?? lastState?.terminated;
    if (ended === undefined) return [];
    const { reason = '', exitCode = null, finishedAt } = ended;
    return [{ container: name, reason, exit_code: exitCode, at: isoTime(finishedAt) }];
  });
}
