import type { ActionKind, ActionTarget } from '@wheelhouse/contracts';
import type { RawBudget, RawDeployment, RawPod } from '@wheelhouse/kubernetes';
import type { BudgetRead, DeploymentRead, NodeRead, PodRead } from './objects.ts';

interface AskedOf<Kind extends ActionKind> {
  readonly action: Kind;
  readonly target: Readonly<ActionTarget<Kind>>;
}

/** An action that somebody asks for. */
export type Asked = { readonly [Kind in ActionKind]: AskedOf<Kind> }[ActionKind];

/** The target as it is now; null: it does not exist. */
export type Current =
  | { readonly action: 'cordon_node' | 'uncordon_node' | 'drain_node'; readonly node: NodeRead | null }
  | { readonly action: 'restart_pod'; readonly pod: PodRead | null }
  | { readonly action: 'scale_deployment' | 'rollback_deployment'; readonly deployment: DeploymentRead | null };

export interface NodeCase extends AskedOf<'cordon_node' | 'uncordon_node'> {
  readonly node: NodeRead | null;
}

export interface DrainCase extends AskedOf<'drain_node'> {
  readonly node: NodeRead | null;
  /** Those on the node. */
  readonly pods: readonly PodRead[];
  /** Of all namespaces. */
  readonly budgets: readonly BudgetRead[];
  /** Of all namespaces; empty where `whatElseToRead` does not ask for them. */
  readonly deployments: readonly DeploymentRead[];
  /** All pods of the namespaces whose budgets cover pods of the node. */
  readonly neighbours: readonly PodRead[];
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
export type Case = NodeCase | DrainCase | RestartCase | ScaleCase | RollbackCase;

/** For switches over the kinds: one that was added has to be thought of everywhere. */
export function unknownKind(given: never): RangeError {
  return new RangeError(`No such kind of action: ${JSON.stringify(given)}`);
}

/** What a row or a decision asks for: its target is of its kind, as its reader has checked. */
export function askedBy({ action, target }: { readonly action: ActionKind; readonly target: ActionTarget }): Asked {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kind and target were checked together
  return { action, target } as Asked;
}
