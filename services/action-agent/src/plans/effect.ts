import { deploymentSeen } from '@wheelhouse/kubernetes';
import { type Current, unknownKind } from './asked.ts';
import {
  type DeploymentRead,
  isCordoned,
  isPaused,
  isTerminating,
  type NodeRead,
  type PodRead,
  restartAnnotation,
  restartedAtOf,
} from './objects.ts';
import { deploymentPath, nodePath, podPath } from './paths.ts';
import type { Plan } from './plan-schema.ts';
import { plannedReplicas } from './planned-replicas.ts';

/** The one request that changes something; of a drain the first, which cordons the node. Its fences: the object must still be the one that was read, as it was read. */
export type EffectRequest =
  | { readonly method: 'PATCH'; readonly path: string; readonly fieldManager: string; readonly body: object }
  | { readonly method: 'DELETE'; readonly path: string; readonly uid: string; readonly resourceVersion: string };

export type Effect =
  | { readonly next: 'send'; readonly request: EffectRequest }
  /** The cluster is already as the plan wants it, or on its way there: after a crash, perhaps through us. */
  | { readonly next: 'verify' }
  /** The target is not what was planned for any more. */
  | { readonly next: 'plan_again'; readonly why: string };

export interface EffectContext {
  readonly actionId: string;
  /** RFC 3339, UTC. It stands in the action's row before anything is sent. */
  readonly restartedAt: string;
}

/**
 * What to do for a plan, given the target as it was read under the lease. A change in between makes the API server
 * answer 409; an object of the same name but another UID, 422 to a patch and 409 to a delete. Both mean: read again.
 */
export function effectOf(plan: Plan, current: Current, context: EffectContext): Effect {
  if (plan.refused !== null) throw new RangeError(`A plan that is refused (${plan.refused.code}) has no effect`);
  if (plan.action !== current.action)
    throw new RangeError(`A plan to ${plan.action} was given the target of ${current.action}`);
  switch (current.action) {
    case 'cordon_node':
    case 'uncordon_node':
    case 'drain_node':
      return node(plan, current.node, current.action !== 'uncordon_node', context);
    case 'restart_pod':
      return restart(plan, current.pod);
    case 'scale_deployment':
      return scale(plan, current.deployment, context);
    case 'rollback_deployment':
      return rollback(plan, current.deployment, context);
    default:
      throw unknownKind(current);
  }
}

function node(plan: Plan, read: NodeRead | null, unschedulable: boolean, context: EffectContext): Effect {
  if (read?.metadata.uid !== plan.target_uid) return replaced;
  if (isCordoned(read) === unschedulable) return { next: 'verify' };
  return patch(nodePath(read.metadata.name), read, { spec: { unschedulable } }, context);
}

/** The pod's own grace stays. Whoever has its name now is another pod: the one that was to go has gone. */
function restart(plan: Plan, read: PodRead | null): Effect {
  if (read?.metadata.uid !== plan.target_uid || isTerminating(read)) return { next: 'verify' };
  const { name, namespace, uid, resourceVersion } = read.metadata;
  return { next: 'send', request: { method: 'DELETE', path: podPath(namespace, name), uid, resourceVersion } };
}

/** From any other count than the plan's it would be another change, perhaps a scale-down that no budget was asked about. */
function scale(plan: Plan, read: DeploymentRead | null, context: EffectContext): Effect {
  if (read?.metadata.uid !== plan.target_uid) return replaced;
  const { before, after } = plannedReplicas(plan);
  const { replicas } = deploymentSeen(read);
  if (replicas === after) return { next: 'verify' };
  if (replicas !== before) return { next: 'plan_again', why: `It now has ${replicas} replicas, not ${before}` };
  return { next: 'send', request: scaleRequest(read, after, context.actionId) };
}

export function scaleRequest(read: DeploymentRead, replicas: number, actionId: string): EffectRequest {
  return patchRequest(pathOf(read), read, { spec: { replicas } }, actionId);
}

function rollback(plan: Plan, read: DeploymentRead | null, context: EffectContext): Effect {
  if (read?.metadata.uid !== plan.target_uid) return replaced;
  if (restartedAtOf(read) === context.restartedAt) return { next: 'verify' };
  if (isPaused(read)) return { next: 'plan_again', why: 'It was paused' };
  const annotations = { [restartAnnotation]: context.restartedAt };
  return patch(pathOf(read), read, { spec: { template: { metadata: { annotations } } } }, context);
}

const replaced: Effect = { next: 'plan_again', why: 'It is gone or was replaced' };

function pathOf({ metadata: { namespace, name } }: DeploymentRead): string {
  return deploymentPath(namespace, name);
}

function patch(path: string, read: NodeRead | DeploymentRead, change: object, { actionId }: EffectContext): Effect {
  return { next: 'send', request: patchRequest(path, read, change, actionId) };
}

/** Both fences travel inside the patch: the API server compares them with what it has. */
function patchRequest(
  path: string,
  { metadata: { uid, resourceVersion } }: NodeRead | DeploymentRead,
  change: object,
  actionId: string,
): EffectRequest {
  return { method: 'PATCH', path, fieldManager: actionId, body: { metadata: { uid, resourceVersion }, ...change } };
}
