import type { JobContext, TenantDb } from '@wheelhouse/kit';
import { withdrawDecision } from '../neighbours/action-agent.ts';
import { patientMs } from '../neighbours/asking.ts';
import { type DecisionRow, decisionsOf, selectDecision, updateDecision } from '../records/decisions-store.ts';
import { lockIncident } from '../records/incidents-store.ts';
import { begin } from './begin.ts';
import type { Given, Writing } from './given.ts';

/** Proposals of an incident that this transaction has locked. The rows first; the action agent is asked afterwards. */
export async function withdrawAll(
  db: TenantDb,
  { enqueue }: Pick<Writing, 'enqueue'>,
  incidentId: string,
  because: string,
): Promise<void> {
  const pending = (await decisionsOf(db, incidentId)).filter(({ state }) => state === 'pending');
  for (const { id } of pending) {
    await updateDecision(db, id, { state: 'withdrawing', withdrawn_because: because });
    await enqueue(db, 'withdraw', id);
  }
}

/** A reconciler: asks the action agent to drop a decision, until that has answered. */
export async function withdraw(given: Given, { tenantId, key, lastAttempt, log }: JobContext): Promise<void> {
  const { database, call } = given;
  const decision = await database.tenant(tenantId, (db) => selectDecision(db, key));
  if (decision?.state !== 'withdrawing') return;
  const why = decision.withdrawn_because ?? 'It is not needed any more.';
  const answer = await withdrawDecision({ call, tenantId, timeoutMs: patientMs }, key, why).catch((error: unknown) => {
    if (!lastAttempt) throw error;
    // It expires there by itself; until then it counts as proposed.
    log.warn({ err: error, decision_id: key }, 'a proposal that is not needed any more could not be withdrawn');
    return 'begun' as const;
  });
  await database.tenant(tenantId, (db) => withdrawn(db, given, decision, answer));
}

async function withdrawn(
  db: TenantDb,
  given: Writing,
  { id, incident_id: incidentId }: DecisionRow,
  answer: 'withdrawn' | 'begun',
): Promise<void> {
  const incident = await lockIncident(db, incidentId);
  const decision = await selectDecision(db, id);
  if (decision?.state !== 'withdrawing') return;
  if (answer === 'begun') return updateDecision(db, id, { state: 'pending' });
  const now = given.clock.now();
  await updateDecision(db, id, { state: 'withdrawn', ended_at: now });
  // It came back meanwhile: nobody had decided, so it may be proposed again.
  if (incident?.state === 'firing')
    await begin(db, given, incident, { because: 'returned', key: `withdrawn ${id}`, at: now });
}
