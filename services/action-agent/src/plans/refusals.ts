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
    `The agent may not ${rights}. Next step: grant it, as deploy/rbac/action-agent.yaml does.`,
  target_missing: (about) => `${about} does not exist. Next step: check the name and the cluster.`,
  mirror_pod: (about) => `${about} is the mirror of a static pod. Next step: restart it on its node.`,
  no_controller: (about) =>
    `${about} has no controller that makes it anew. Next step: have a person approve it, if it may go for good.`,
  paused: (about) => `${about} is paused and would restart nothing. Next step: kubectl rollout resume, then try again.`,
  pdb_violation: (about, budgets) =>
    `Scaling ${about} down would break a PodDisruptionBudget: ${budgets}. Next step: ask for more replicas, or change the budget.`,
};

export function refusal(code: RefusalCode, about: string, more = ''): Refused {
  return { code, message: words[code](about, more) };
}
