import { evictionGraceSeconds } from './deadlines.ts';

/** What someone who approves a plan should know. */
export const warningCodes = [
  'already_so',
  'single_replica',
  'no_replicas_left',
  'no_replicas',
  'all_replicas_stop',
  'two_budgets_on_a_pod',
  'budgets_not_asked',
  'empty_dir_lost',
  'host_path_left',
  'grace_cut',
  'tolerates_cordon',
  'hpa_not_visible',
  'controller_not_visible',
  'paused',
  'no_controller',
  'mirror_pod',
  'pod_finished',
  'node_not_ready',
  'right_missing',
] as const;

export type WarningCode = (typeof warningCodes)[number];

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/**
 * A message is part of the plan's ETag, so it names nothing that comes and goes by itself: no other pods, no times, no
 * counts of what is ready.
 */
const words: Readonly<Record<WarningCode, (about: string, more: string) => string>> = {
  already_so: (about, state) => `${about} is already ${state}, so nothing would change.`,
  single_replica: (about) => `With a single replica of ${about}, nothing takes over while it is down.`,
  no_replicas_left: (about) => `${about} would have no replicas left.`,
  no_replicas: (about) => `${about} is set to no replicas, so no pod would be restarted.`,
  all_replicas_stop: (about, why) => `All replicas of ${about} may stop at the same time: ${why}.`,
  two_budgets_on_a_pod: (about, budgets) =>
    `Several budgets cover the same pods of ${about} (${budgets}). Kubernetes does not evict such pods, and the status of these budgets may be stale.`,
  budgets_not_asked: (about, budgets) => `${about} is deleted, not evicted, so budgets are not checked (${budgets}).`,
  empty_dir_lost: (about, volumes) => `Data of ${about} in emptyDir volumes is lost (${volumes}).`,
  host_path_left: (about, volumes) => `Data of ${about} in hostPath volumes stays on the node (${volumes}).`,
  grace_cut: (about, seconds) =>
    `${about} asks for ${seconds} s to stop, but an eviction gives it ${evictionGraceSeconds} s.`,
  tolerates_cordon: (about) => `${about} tolerates the cordon, so its pods may be scheduled on the node again.`,
  hpa_not_visible: (about) =>
    `The agent cannot see whether an autoscaler manages the replicas of ${about}. If one does, it may undo this.`,
  controller_not_visible: (about, controller) =>
    `The agent cannot see ${controller}, so it is not known whether ${about} is its only replica.`,
  paused: (about) => `${about} is paused, so changes to its template are not rolled out.`,
  no_controller: (about) => `${about} has no controller, so nothing would recreate it.`,
  mirror_pod: (about) => `${about} is the mirror pod of a static pod, which only the kubelet of its node can restart.`,
  pod_finished: (about) => `${about} has finished, so deleting it may only remove its record.`,
  node_not_ready: (about, so) =>
    `${about} is not ready, so ${so === '' ? 'no pods are scheduled on it until it is' : so}.`,
  right_missing: (_, rights) => `The agent lacks a permission this requires: ${rights}.`,
};

export function warning(code: WarningCode, about: string, more = ''): Warning {
  return { code, message: words[code](about, more) };
}

/** Those that hold, of conditions that are false or a warning. */
export function those(...given: readonly (Warning | false)[]): Warning[] {
  return given.filter((each) => each !== false);
}
