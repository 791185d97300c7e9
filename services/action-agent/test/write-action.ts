import { randomUUID } from 'node:crypto';
import { type Database, makeIds, systemClock } from '@wheelhouse/kit';
import { askedBy } from '../src/plans/asked.ts';
import { targetKey } from '../src/plans/target-key.ts';
import { type ActionRow, blank } from '../src/records/row.ts';
import { insertAction, insertOpen } from '../src/records/store.ts';
import { targetHash } from '../src/records/transitions.ts';

export const node = 'node-7';

const makeId = makeIds(systemClock);
const hour = 60 * 60 * 1000;

/** An action as a decision would make it, pending unless it is told otherwise; answers its id. */
export async function writeAction(
  db: Database,
  tenantId: string,
  now: Date,
  more: Partial<ActionRow> & Pick<ActionRow, 'cluster_id'>,
): Promise<string> {
  const row: ActionRow = {
    ...blank,
    id: makeId(),
    action: 'cordon_node',
    target: { node_name: node },
    status: 'pending_approval',
    origin: 'decision',
    decision_id: randomUUID(),
    reason: 'A test wants it.',
    proposed_by: { type: 'rule', id: randomUUID() },
    created_at: now,
    expires_at: new Date(now.getTime() + hour),
    ...more,
  };
  const asked = askedBy(row);
  await db.tenant(tenantId, async (tenant) => {
    await insertAction(tenant, row);
    if (row.finished_at !== null) return;
    await insertOpen(tenant, row, {
      state: row.status === 'executing' ? 'executing' : 'pending',
      target: targetHash(targetKey(row.cluster_id, asked, null)),
      expiresAt: row.expires_at,
      announceAt: null,
      now,
    });
  });
  return row.id;
}
