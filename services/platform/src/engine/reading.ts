import {
  type ClusterClient,
  isGoing,
  type LiveDeployment,
  type LiveObject,
  type LivePod,
  templateHash,
} from '@wheelhouse/kubernetes';
import type { Failing } from '../apps/transitions.ts';
import { getOrNull, StillGoing } from './ensure.ts';
import { paths, revisionAnnotation, selectorOf } from './names.ts';
import type { RunningApp } from './running-app.ts';

/** What is read of a cluster while an app is worked on. */
export type Reading = Pick<RunningApp, 'client' | 'signal' | 'cloudspace' | 'app'>;

/** More than an app may have. */
const mostPods = 1_000;

export async function podsOf(reading: Reading, appId: string): Promise<readonly LivePod[]> {
  const { cloudspace, app } = reading;
  return listed<LivePod>(reading, paths(cloudspace.namespace, app.name).pods, selectorOf(appId));
}

const revisionOfSet = 'deployment.kubernetes.io/revision';

/**
 * How the pods of the applied template are known: by the ReplicaSet that the controller made for it last. It has our
 * revision too, which the controller copies; without that, one that is recreated would be taken for the one before it
 * for as long as the old pods end.
 */
export async function newHashOf(reading: Reading, deployment: LiveDeployment): Promise<string | undefined> {
  const isAlike = ({ metadata: { annotations } }: LiveObject) =>
    [revisionOfSet, revisionAnnotation].every((key) => annotations?.[key] === deployment.metadata.annotations?.[key]);
  const { cloudspace, app } = reading;
  const sets = await listed<LiveObject>(reading, paths(cloudspace.namespace, app.name).replicaSets, selectorOf(app.id));
  const newest = sets.find(isAlike);
  return newest?.metadata.labels?.[templateHash];
}

async function listed<T>(
  { client, signal }: { readonly client: ClusterClient; readonly signal: AbortSignal },
  path: string,
  labelSelector: string,
): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of client.list<T>(path, { labelSelector, signal, limit: mostPods, mostPages: 1 }))
    items.push(...page.items);
  return items;
}

/** Null: it is not there. */
export async function namespaceOf(reading: Reading): Promise<LiveObject | null> {
  const { cloudspace, app } = reading;
  return getOrNull<LiveObject>(reading, paths(cloudspace.namespace, app.name).namespace);
}

async function namespaceIsGone(reading: Reading): Promise<boolean> {
  const namespace = await namespaceOf(reading);
  return namespace === null || isGoing(namespace);
}

/** Our role in a namespace goes with it: what is refused for want of rights may have that cause. */
export async function causeOf(reading: Reading, failing: Failing): Promise<Failing> {
  if (failing.reason !== 'rights_missing') return failing;
  return (await gathered(() => namespaceIsGone(reading), false)) ? { reason: 'namespace_gone' } : failing;
}

/** Why there is no Deployment any more in the middle of a deployment. */
export async function whyGone(reading: Reading): Promise<Failing> {
  if (await gathered(() => namespaceIsGone(reading), false)) return { reason: 'namespace_gone' };
  return { reason: 'rollout_stalled', known: 'Somebody deleted the Deployment while it was being deployed.' };
}

/** A Deployment that is being deleted in the middle of a deployment may go by itself until the deadline. Throws Over at the end. */
export async function mayGo(running: RunningApp, deployment: LiveDeployment): Promise<void> {
  // Asked first: the deadline may pass while the cluster is asked, and the next look is soon enough.
  const { isLate } = running;
  if (await gathered(() => namespaceIsGone(running), false)) return running.fail({ reason: 'namespace_gone' });
  if (isLate) return running.fail(stuck('Deployment', deployment));
}

export function stuck(kind: string, object: LiveObject): Failing {
  return { reason: 'stuck_terminating', known: `${new StillGoing(kind, object).message}.` };
}

/** What would be good to know, but not at any price: a cluster that does not tell it changes nothing. */
export async function gathered<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  return ask().catch(() => otherwise);
}
