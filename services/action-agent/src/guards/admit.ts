import type { AutonomyLevel } from '@wheelhouse/contracts';
import { refuse, type TenantDb } from '@wheelhouse/kit';
import type { Asked } from '../plans/asked.ts';
import { targetKey } from '../plans/target-key.ts';
import type { ActionRow } from '../records/row.ts';
import { targetHash } from '../records/transitions.ts';
import { defaultSettings } from '../settings/store.ts';
import { guardFacts } from './facts.ts';
import { type GuardVerdict, judgeGuards, refusedBy } from './judge.ts';
import { insertUse, lockGuards } from './store.ts';

/** Lets an automated action through, and counts it, or says which guard does not. */
export async function admit(db: TenantDb, row: ActionRow, asked: Asked, now: Date): Promise<GuardVerdict | undefined> {
  await lockGuards(db);
  const whose = { clusterId: row.cluster_id, asked, origin: row.origin, automatic: true, isAdmitted: false };
  const guard = refusedBy(judgeGuards(asked, await guardFacts(db, whose, now)));
  if (guard === undefined) await use(db, row, asked, true, now);
  return guard;
}

/** A decision that waits for approval is asked nothing else: whoever approves it is shown what guards say. */
export function refusedByAutonomy(asked: Asked, autonomy: AutonomyLevel | null): GuardVerdict | undefined {
  const facts = { settings: defaultSettings, killSwitch: null, automatic: false };
  return autonomy === 'never' ? refusedBy(judgeGuards(asked, { ...facts, autonomy })) : undefined;
}

/** What a person asks for or approves: 409 where a guard does not let it through; cooldown and caps only warn. */
export async function admitConsented(db: TenantDb, row: ActionRow, asked: Asked, now: Date): Promise<void> {
  const whose = { clusterId: row.cluster_id, asked, origin: row.origin, automatic: false, isAdmitted: false };
  const guard = refusedBy(judgeGuards(asked, await guardFacts(db, whose, now)));
  if (guard !== undefined) refuseBy(guard);
  await use(db, row, asked, false, now);
}

export function refuseBy({ guard, message }: Pick<GuardVerdict, 'guard' | 'message'>): never {
  return refuse(guard === 'kill_switch' ? 'kill_switch' : 'invalid_state', { message });
}

async function use(db: TenantDb, row: ActionRow, asked: Asked, automatic: boolean, now: Date): Promise<void> {
  const { id, cluster_id, action } = row;
  const target = targetHash(targetKey(cluster_id, asked, null));
  await insertUse(db, id, { cluster_id, action, target }, automatic, now);
}
