import { createHash } from 'node:crypto';
import type { ActionResult, Failure, TerminalActionStatus } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { endUse } from '../guards/store.ts';
import { deletePlanRequests } from '../planning/store.ts';
import { endOfDrain } from './drain-ending.ts';
import { type Telling, tellEnded } from './events.ts';
import { countInLedger } from './ledger-store.ts';
import type { ActionRow } from './row.ts';
import { type ActionChange, deleteOpen, selectAction, updateAction } from './store.ts';

/** Whatever decides about an action locks its row first: of several at one instant, one finds it as it was. */
export async function lockedAction(db: TenantDb, id: string): Promise<ActionRow | undefined> {
  return selectAction(db, id, 'FOR UPDATE');
}

export interface Ending extends ActionChange {
  readonly status: TerminalActionStatus;
  readonly result?: ActionResult | null;
  readonly error?: Failure | null;
}

/** The one way an action ends: its row, what waited for it, and all that is told of it, in one transaction. */
export async function endAction(
  db: TenantDb,
  telling: Telling,
  row: ActionRow,
  ending: Ending,
  now: Date,
): Promise<ActionRow> {
  if (row.finished_at !== null) throw new Error(`Action ${row.id} has ended already (${row.status})`);
  const whole = await endOfDrain(db, row, ending);
  const ended = await updateAction(db, row, { ...whole, step: null, progress: null, finished_at: now });
  await deleteOpen(db, row.id);
  await endUse(db, ended, now);
  await countInLedger(db, ended);
  await deletePlanRequests(db, row.id);
  await tellEnded(db, telling, ended);
  return ended;
}

export function refused(code: string, message: string): Ending {
  return { status: 'failed', result: 'refused', error: { code, message } };
}

/** Names of objects are a tenant's content, and leases stand above tenants. */
export function targetHash(targetKey: string): string {
  return createHash('sha256').update(targetKey).digest('base64url').slice(0, 27);
}
