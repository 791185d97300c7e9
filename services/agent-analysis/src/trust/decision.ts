import type { Decision, ProposalFields } from '@wheelhouse/contracts';
import type { Approval } from './approve.ts';

/**
 * The one place where a decision may come to run by itself: only if every line of its approval holds. Everybody else
 * builds decisions with `proposalOf` of the contracts; a repository rule sees to that.
 */
export function decisionOf(fields: ProposalFields, { automatic, lines }: Approval): Decision {
  const AutoApprove = automatic && lines.every(({ holds }) => holds);
  return { ...fields, AutoApprove, schema_version: 1 };
}
