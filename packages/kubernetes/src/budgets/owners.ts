import type { DeploymentSeen, PodSeen } from './seen.ts';
import { matches } from './selector.ts';

/** Who keeps a pod up, and how many pods it is to have. One object per owner. */
export interface Owner {
  /** null: a controller that our rights do not show. */
  readonly deployment: DeploymentSeen | null;
  readonly replicas: number;
}

/** What a budget counts as healthy. The pod's phase plays no part. */
export function isHealthy({ ready, terminating }: PodSeen): boolean {
  return ready && !terminating;
}

/** Still there, or still to come. A terminating pod is live until it is gone. */
export function isLive({ phase }: PodSeen): boolean {
  return phase !== 'Succeeded' && phase !== 'Failed';
}

/** Our rights show no ReplicaSets: theirs are told by name, which is the Deployment's and the pod's own hash. */
export function isPodOf({ controller, labels }: PodSeen, { name, selector }: DeploymentSeen): boolean {
  const hash = labels[templateHash];
  return (
    controller?.kind === 'ReplicaSet' &&
    hash !== undefined &&
    controller.name === `${name}-${hash}` &&
    matches(selector, labels)
  );
}

const templateHash = 'pod-template-hash';

/**
 * The owner of each pod of a namespace; pods without a controller have none. A Deployment has the replicas it asks for.
 * Any other controller counts as its live pods, since its own figure is out of sight.
 */
export function ownersOf(
  pods: readonly PodSeen[],
  deployments: readonly DeploymentSeen[],
): ReadonlyMap<PodSeen, Owner> {
  const named = new Map(
    deployments.map((deployment) => [deployment.name, { deployment, replicas: deployment.replicas }]),
  );
  const unseen = new Map<string, { deployment: null; replicas: number }>();
  const owners = new Map<PodSeen, Owner>();
  for (const pod of pods) {
    if (pod.controller === null) continue;
    const { name, uid } = pod.controller;
    const likely = named.get(name.slice(0, -`-${pod.labels[templateHash] ?? ''}`.length));
    if (likely !== undefined && isPodOf(pod, likely.deployment)) {
      owners.set(pod, likely);
      continue;
    }
    const owner = unseen.get(uid) ?? { deployment: null, replicas: 0 };
    owner.replicas += isLive(pod) ? 1 : 0;
    unseen.set(uid, owner);
    owners.set(pod, owner);
  }
  return owners;
}

/** Each owner once, however many of the pods are its own. */
export function distinctOwners(pods: readonly PodSeen[], owners: ReadonlyMap<PodSeen, Owner>): readonly Owner[] {
  return [...new Set(pods.map((pod) => owners.get(pod)).filter((owner) => owner !== undefined))];
}

export function sumOfReplicas(owners: readonly Owner[]): number {
  return owners.reduce((sum, { replicas }) => sum + replicas, 0);
}
