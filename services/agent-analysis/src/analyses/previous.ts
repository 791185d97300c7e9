import { actionLabels, type TerminalActionStatus, verdicts } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { type DecisionRow, decisionsOf } from '../records/decisions-store.ts';
import { ruleNamed } from '../rules/table.ts';
import { selectRecord } from '../trust/records-store.ts';

/** What was tried when the same object was in trouble last, in one sentence; undefined where nothing was. */
export async function lastTime(db: TenantDb, previousIncidentId: string | null): Promise<string | undefined> {
  if (previousIncidentId === null) return undefined;
  const decisions = await decisionsOf(db, previousIncidentId);
  const decision = decisions.findLast(({ state }) => state !== 'withdrawn');
  if (decision === undefined) return undefined;
  const record = await selectRecord(db, decision.id);
  const became = record === undefined ? whatBecame(decision) : verdicts[record.verdict].toLowerCase();
  const what = `${actionLabels[decision.action].toLowerCase()} (${ruleNamed(decision.rule).title.toLowerCase()})`;
  return `In the incident before, ${what} was proposed: ${became}.`;
}

const endings: Readonly<Record<TerminalActionStatus, string>> = {
  success: 'it was done',
  failed: 'it failed',
  rejected: 'it was rejected',
  expired: 'nobody decided in time',
  canceled: 'it was canceled',
};

function whatBecame({ ended_as: ended }: DecisionRow): string {
  return ended !== null && isEnding(ended) ? endings[ended] : 'it has not ended yet';
}

function isEnding(word: string): word is TerminalActionStatus {
  return Object.hasOwn(endings, word);
}
