import { deploymentSeen, isPodOf, podSeen, type RawDeployment } from '@wheelhouse/kubernetes';
import type { PodRead } from './objects.ts';

/** Who makes a pod anew. */
export interface PodOwner {
  readonly kind: string;
  readonly name: string;
  /** What it asks for; null: our rights show Deployments only. */
  readonly replicas: number | null;
}

/** The Deployment behind the pod's ReplicaSet, else its controller, else null. */
export function ownerOf(pod: PodRead, deployments: readonly RawDeployment[]): PodOwner | null {
  const seen = podSeen(pod);
  const deployment = deployments.map(deploymentSeen).find((each) => isPodOf(seen, each));
  if (deployment !== undefined) return { kind: 'Deployment', name: deployment.name, replicas: deployment.replicas };
  return seen.controller === null ? null : { kind: seen.controller.kind, name: seen.controller.name, replicas: null };
}

export function ownerName({ kind, name }: PodOwner): string {
  return `${kind} ${name}`;
}
