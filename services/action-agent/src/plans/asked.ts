import type { ActionKind, ActionTarget } from '@wheelhouse/contracts';
import type { RawBudget, RawDeployment, RawPod } from '@wheelhouse/kubernetes';
import type { DeploymentRead, NodeRead, PodRead } from './objects.ts';

/** The kinds that can be planned. */
export const plannedKinds = [
  'scale_deployment',
  'restart_pod',
  'cordon_node',
  'uncordon_node',
  'rollback_deployment',
] as const;

export type PlannedKind = (typeof plannedKinds)[number];

interface AskedOf<Kind extends PlannedKind> {
  readonly action: Kind;
  readonly target: Readonly<ActionTarget<Kind>>;
}

/** An action that somebody asks for. */
export type Asked = { readonly [Kind in PlannedKind]: AskedOf<Kind> }[PlannedKind];

/** The target as it is now; null: it does not exist. */
export type Current =
  | { readonly action: 'cordon_node' | 'uncordon_node'; readonly node: NodeRead | null }
  | { readonly action: 'restart_pod'; readonly pod: PodRead | null }
  | { readonly action: 'scale_deployment' | 'rollback_deployment'; readonly deployment: DeploymentRead | null };

export interface NodeCase extends AskedOf<'cordon_node' | 'uncordon_node'> {
  readonly node: NodeRead | null;
}

/** The lists are all of the target's namespace. */
export interface RestartCase extends AskedOf<'restart_pod'> {
  readonly pod: PodRead | null;
  readonly deployments: readonly RawDeployment[];
  readonly budgets: readonly RawBudget[];
}

/** The lists are all of the target's namespace; empty where `whatToRead` does not ask for them. */
export interface ScaleCase extends AskedOf<'scale_deployment'> {
  readonly deployment: DeploymentRead | null;
  readonly pods: readonly RawPod[];
  readonly deployments: readonly RawDeployment[];
  readonly budgets: readonly RawBudget[];
}

export interface RollbackCase extends AskedOf<'rollback_deployment'> {
  readonly deployment: DeploymentRead | null;
}

/** What is asked for, with all that was read to plan it. */
export type Case = NodeCase | RestartCase | ScaleCase | RollbackCase;

/** For switches over the kinds: one that was added has to be thought of everywhere. */
export function unknownKind(given: never): RangeError {
  return new RangeError(`No such kind of action: ${JSON.stringify(given)}`);
}

/** Whether it is of a kind that can be planned; its target is of that kind, as its reader has checked. */
export function isPlanned(given: { readonly action: ActionKind; readonly target: ActionTarget }): given is Asked {
  return plannedKinds.some((kind) => kind === given.action);
}
