import { mostNodesOfIssue } from '@wheelhouse/contracts';
import type { ClusterState } from '../state/cluster-state.ts';
import { objectKey, type PodFacts } from '../state/facts.ts';
import type { IssueObject } from '../rules/index.ts';

/** Where an issue is: on which nodes, and of an autoscaler what that scales. */
export interface IssuePlace extends IssueNodes {
  readonly scales?: IssueObject;
}

export function placeOf(state: ClusterState, object: IssueObject, now: number): IssuePlace {
  const scales = scaledBy(state, object);
  return { ...nodesOf(state, object, now), ...(scales && { scales }) };
}

interface IssueNodes {
  /** By name, the first ten. */
  readonly nodes: readonly string[];
  /** Each of its pods in trouble stands on one of them. */
  readonly all_on_nodes: boolean;
}

/** Beyond the time a pod was given to end. */
const stuckAfterMs = 30_000;

export function nodesOf(state: ClusterState, object: IssueObject, now: number): IssueNodes {
  if (object.kind === 'Node') return { nodes: [object.name], all_on_nodes: false };
  const pods = ownersOf(state, object).flatMap((owner) => [...state.unwellOf(owner).values()]);
  const troubled = pods.filter((pod) => isTroubled(pod, now));
  const names = new Set(troubled.map(({ node }) => node).filter((node) => node !== ''));
  const nodes = [...names].toSorted().slice(0, mostNodesOfIssue);
  return { nodes, all_on_nodes: troubled.length > 0 && troubled.every(({ node }) => nodes.includes(node)) };
}

/** One that is about to go is as it should be, as long as it goes. */
function isTroubled({ goneBy }: PodFacts, now: number): boolean {
  return goneBy === undefined || goneBy + stuckAfterMs <= now;
}

/** What it scales, if it is an autoscaler. */
function scaledBy(state: ClusterState, { kind, namespace, name }: IssueObject): IssueObject | undefined {
  if (kind !== 'HorizontalPodAutoscaler') return undefined;
  for (const scaler of state.autoscalers.values()) {
    if (scaler.namespace !== namespace || scaler.name !== name) continue;
    const [targetKind = '', targetName = ''] = scaler.target.split('/');
    return targetKind === '' || targetName === '' ? undefined : { kind: targetKind, namespace, name: targetName };
  }
  return undefined;
}

/** The pods of a CronJob are those of its Jobs. */
function ownersOf(state: ClusterState, { kind, namespace, name }: IssueObject): readonly string[] {
  const space = namespace ?? '';
  if (kind !== 'CronJob') return [objectKey(kind, space, name)];
  return [...state.jobs.values()]
    .filter((job) => job.namespace === space && job.cronJob === name)
    .map((job) => objectKey('Job', space, job.name));
}
