/** Why an action would not be carried out. */
export const refusalCodes = [
  'right_missing',
  'target_missing',
  'mirror_pod',
  'no_controller',
  'paused',
  'pdb_violation',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export interface Refused {
  readonly code: RefusalCode;
  readonly message: string;
}

const words: Readonly<Record<RefusalCode, (about: string, more: string) => string>> = {
  right_missing: (_, rights) =>
    `The agent is not allowed to ${rights}. Next step: grant it, as deploy/rbac/action-agent.yaml does.`,
  target_missing: (about) => `${about} does not exist. Next step: check the name and the cluster.`,
  mirror_pod: (about) => `${about} is the mirror pod of a static pod. Next step: restart it on its node.`,
  no_controller: (about, pods) =>
    `${pods === '' ? `${about} has no controller that would recreate it` : `${about} has pods without a controller, which nothing would recreate: ${pods}`}. Next step: have a person approve it, if ${pods === '' ? 'it may be deleted for good' : 'they may be deleted for good (automated_unmanaged_pods)'}.`,
  paused: (about) =>
    `${about} is paused, so nothing would restart. Next step: run kubectl rollout resume, then try again.`,
  pdb_violation: (about, budgets) =>
    `Scaling ${about} down would violate a PodDisruptionBudget: ${budgets}. Next step: request more replicas, or change the budget.`,
};

export function refusal(code: RefusalCode, about: string, more = ''): Refused {
  return { code, message: words[code](about, more) };
}
