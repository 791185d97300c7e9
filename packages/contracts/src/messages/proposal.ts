import type { ActionKind } from './action-words.ts';
import type { Decision } from './decision.ts';

/** A decision that a person has to approve: what everybody publishes who is not trusted to act alone. */
export type Proposal<Kind extends ActionKind = ActionKind> = Decision<Kind> & { readonly AutoApprove: false };

export type ProposalFields = Omit<Decision, 'AutoApprove' | 'schema_version' | 'action' | 'target'> &
  { readonly [Kind in ActionKind]: Pick<Decision<Kind>, 'action' | 'target'> }[ActionKind];

/** Typed so that no caller can make it run by itself. */
export function proposalOf(fields: ProposalFields): Proposal {
  return { ...fields, AutoApprove: false, schema_version: 1 };
}
