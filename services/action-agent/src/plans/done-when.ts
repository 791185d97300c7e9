import type { ActionResult, Failure } from '@wheelhouse/contracts';
import { deploymentSeen } from '@wheelhouse/kubernetes';
import { type Current, unknownKind } from './asked.ts';
import { noWorkerSeconds, unreachableSeconds } from './deadlines.ts';
import {
  type DeploymentRead,
  isCordoned,
  isPaused,
  isTerminating,
  type NodeRead,
  type PodRead,
  restartedAtOf,
} from './objects.ts';
import type { Plan } from './plan-schema.ts';
import { plannedReplicas } from './planned-replicas.ts';

export type DoneVerdict =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'not_yet'; readonly waitsFor: string }
  /** `result` is null where the error says it all. */
  | { readonly verdict: 'failed'; readonly result: ActionResult | null; readonly error: Failure };

export interface Moments {
  /** Epoch milliseconds at which the effect was answered, or found to be there. */
  readonly effectAt: number;
  readonly now: number;
  /** What the row of a rolling restart says. */
  readonly restartedAt: string;
}

/** Whether an action whose effect has been accepted is done, from its target as it was read back. */
export function doneWhen(plan: Plan, current: Current, moments: Moments): DoneVerdict {
  if (plan.action !== current.action)
    throw new RangeError(`A plan to ${plan.action} was given the target of ${current.action}`);
  switch (current.action) {
    case 'cordon_node':
    case 'uncordon_node':
    case 'drain_node':
      return nodeDone(plan, current.node, current.action !== 'uncordon_node');
    case 'restart_pod':
      return restartDone(plan, current.pod, moments);
    case 'scale_deployment':
      return scaleDone(plan, current.deployment, moments);
    case 'rollback_deployment':
      return rollbackDone(plan, current.deployment, moments);
    default:
      throw unknownKind(current);
  }
}

/** What is read is never older than the change, so what differs was done by somebody else since. */
function nodeDone(plan: Plan, node: NodeRead | null, unschedulable: boolean): DoneVerdict {
  if (node?.metadata.uid !== plan.target_uid) return gone('The node');
  if (isCordoned(node) === unschedulable) return { verdict: 'done' };
  return changedByAnother(`Node ${node.metadata.name} was ${unschedulable ? 'uncordoned' : 'cordoned'} again`);
}

function restartDone(plan: Plan, pod: PodRead | null, moments: Moments): DoneVerdict {
  if (pod?.metadata.uid !== plan.target_uid) return { verdict: 'done' };
  const holds = whatHolds(pod);
  if (!isLate(plan, moments)) return { verdict: 'not_yet', waitsFor: `Pod ${pod.metadata.name} ${holds}` };
  const message = `Pod ${pod.metadata.name} still existed after ${plan.upper_bound_seconds} s: it ${holds}.`;
  return failed('stuck_terminating', message);
}

function whatHolds(pod: PodRead): string {
  const finalizers = pod.metadata.finalizers ?? [];
  if (!isTerminating(pod)) return 'is not being deleted';
  if (finalizers.length > 0) return `is waiting for its finalizers (${finalizers.join(', ')})`;
  return pod.spec?.nodeName === undefined ? 'is terminating' : `is terminating on node ${pod.spec.nodeName}`;
}

function scaleDone(plan: Plan, deployment: DeploymentRead | null, moments: Moments): DoneVerdict {
  if (deployment?.metadata.uid !== plan.target_uid) return gone('The Deployment');
  const { after } = plannedReplicas(plan);
  const { replicas } = deploymentSeen(deployment);
  if (replicas !== after)
    return changedByAnother(
      `Deployment ${deployment.metadata.name} was scaled to ${after}, then to ${replicas} by someone else, possibly an autoscaler`,
    );
  return rolloutDone(plan, deployment, moments);
}

/** A restart that somebody asked for later restarts all pods too. */
function rollbackDone(plan: Plan, deployment: DeploymentRead | null, moments: Moments): DoneVerdict {
  if (deployment?.metadata.uid !== plan.target_uid) return gone('The Deployment');
  const restartedAt = Date.parse(restartedAtOf(deployment) ?? '');
  if (!(restartedAt >= Date.parse(moments.restartedAt)))
    return changedByAnother(`The restart of Deployment ${deployment.metadata.name} was reverted in its template`);
  return rolloutDone(plan, deployment, moments);
}

function rolloutDone(plan: Plan, deployment: DeploymentRead, moments: Moments): DoneVerdict {
  const { replicas: wanted, name } = deploymentSeen(deployment);
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = deployment.status ?? {};
  const observed = observedGeneration >= (deployment.metadata.generation ?? 0);
  if (observed && [replicas, updatedReplicas, availableReplicas].every((count) => count === wanted))
    return { verdict: 'done' };
  const figures = observed
    ? `of ${wanted} replicas, ${updatedReplicas} are updated and ${availableReplicas} available; ${replicas} pods in total`
    : 'its controller has not picked up the change yet';
  const state = `Deployment ${name}: ${figures}${isPaused(deployment) ? '; it is paused' : ''}`;
  if (!isLate(plan, moments)) return { verdict: 'not_yet', waitsFor: state };
  return failed('rollout_stalled', `After ${plan.upper_bound_seconds} s, ${state}.`);
}

/** The bound is the plan's: it was told to whoever approved it. */
function isLate({ upper_bound_seconds }: Plan, { effectAt, now }: Moments): boolean {
  return now - effectAt > upper_bound_seconds * 1000;
}

export interface Silence {
  /** Who cannot be reached: the API server, from its worker; or the worker itself. */
  readonly of: 'api_server' | 'worker';
  readonly since: number;
  readonly now: number;
  /** Unknown when a request went out and no answer came. */
  readonly effect: 'not_sent' | 'unknown' | 'accepted' | 'reverting';
}

/** Whether an action has waited long enough for a cluster that does not answer. */
export function afterSilence({ of, since, now, effect }: Silence): DoneVerdict {
  const who = of === 'api_server' ? 'The API server' : "The cluster's worker";
  const seconds = of === 'api_server' ? unreachableSeconds : noWorkerSeconds;
  if (now - since < seconds * 1000) return { verdict: 'not_yet', waitsFor: `${who} does not respond` };
  return failed('cluster_unreachable', `${who} did not respond for ${seconds} s. ${effectWords[effect]}`);
}

const effectWords: Readonly<Record<Silence['effect'], string>> = {
  not_sent: 'Nothing was sent, so nothing was changed.',
  unknown: 'The change was sent but not confirmed, so it may have been made.',
  accepted: 'The change was made; what happened afterwards is unknown.',
  reverting: 'The change was made; it was to be reverted, and whether it was is unknown.',
};

function gone(what: string): DoneVerdict {
  const message = `${what} is gone or was replaced, so the change cannot be confirmed.`;
  return { verdict: 'failed', result: null, error: { code: 'target_missing', message } };
}

function changedByAnother(message: string): DoneVerdict {
  return { verdict: 'failed', result: null, error: { code: 'changed_by_another', message: `${message}.` } };
}

function failed(result: ActionResult, message: string): DoneVerdict {
  return { verdict: 'failed', result, error: { code: result, message } };
}
