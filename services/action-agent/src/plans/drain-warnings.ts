import { isLive, podSeen } from '@wheelhouse/kubernetes';
import { evictionGraceSeconds } from './deadlines.ts';
import type { PodFate } from './drain-fates.ts';
import { emptyDirsOf, hostPathsOf, isCordoned, isReady, type NodeRead, toleratesCordon } from './objects.ts';
import { ownerName } from './owner.ts';
import { those, type Warning, warning } from './warnings.ts';

/** Of each owner once, whichever of its pods are on the node at the moment: the words are part of the plan's ETag. */
export function drainWarnings(node: NodeRead, fates: readonly PodFate[]): Warning[] {
  const about = `Node ${node.metadata.name}`;
  const moved = fates.filter(({ fate }) => fate !== 'skip');
  const groups = [...Map.groupBy(moved, aboutOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return those(
    moved.length === 0 && isCordoned(node) && warning('already_so', about, 'drained'),
    !isReady(node) && warning('node_not_ready', about, 'it may never be told that its pods are gone'),
    ...groups.flatMap(([name, pods]) => ofOwner(name, pods)),
  );
}

function aboutOf({ pod, owner }: PodFate): string {
  const { namespace, name } = pod.metadata;
  return owner === null ? `Pod ${name} in ${namespace}` : `${ownerName(owner)} in ${namespace}`;
}

function ofOwner(about: string, fates: readonly PodFate[]): readonly (Warning | false)[] {
  const live = fates.filter(({ pod }) => isLive(podSeen(pod)));
  const owner = fates[0]?.owner ?? null;
  const volumes = live.flatMap(({ pod }) => pod.spec?.volumes ?? []);
  const [lost, left] = [emptyDirsOf(volumes), hostPathsOf(volumes)].map((names) => [...new Set(names)].toSorted());
  const twice = live.find(({ why }) => why === 'two_budgets');
  const grace = Math.max(0, ...live.map(({ pod }) => pod.spec?.terminationGracePeriodSeconds ?? 0));
  return [
    owner === null && live.length > 0 && warning('no_controller', about),
    live.length > 0 && owner?.replicas === 1 && warning('single_replica', about),
    live.length > 0 && owner?.kind === 'StatefulSet' && warning('controller_not_visible', 'the pod', about),
    twice !== undefined && warning('two_budgets_on_a_pod', about, twice.budgets.join(', ')),
    live.some(({ pod }) => toleratesCordon(pod)) && owner !== null && warning('tolerates_cordon', about),
    (lost?.length ?? 0) > 0 && warning('empty_dir_lost', about, lost?.join(', ')),
    (left?.length ?? 0) > 0 && warning('host_path_left', about, left?.join(', ')),
    grace > evictionGraceSeconds && warning('grace_cut', about, String(grace)),
  ];
}
