import type { TenantDb } from '@wheelhouse/kit';
import { autonomyOf } from './autonomy-store.ts';
import { engagedFor } from './kill-switch-store.ts';
import type { Asked } from '../plans/asked.ts';
import { targetKey } from '../plans/target-key.ts';
import { targetHash } from '../records/transitions.ts';
import { tenantSettings } from '../settings/store.ts';
import type { GuardFacts } from './judge.ts';
import { countUses } from './store.ts';

export interface Whose {
  readonly clusterId: string;
  readonly asked: Asked;
  readonly origin: 'decision' | 'manual';
  readonly automatic: boolean;
  /** Let through before: what is used up was counted then. */
  readonly isAdmitted: boolean;
}

/** What guards go by, as far as the database knows it. */
export async function guardFacts(
  db: TenantDb,
  { clusterId, asked, origin, automatic, isAdmitted }: Whose,
  now: Date,
): Promise<GuardFacts> {
  const settings = await tenantSettings(db);
  const killSwitch = await engagedFor(db, clusterId);
  const autonomy = origin === 'decision' ? await autonomyOf(db, clusterId, asked.action) : null;
  const facts = { settings, killSwitch, autonomy, automatic };
  if (isAdmitted) return facts;
  const target = targetHash(targetKey(clusterId, asked, null));
  const { lastEnded, ...used } = await countUses(db, { cluster_id: clusterId, action: asked.action, target }, now);
  return { ...facts, used: { ...used, coolUntil: coolUntil(lastEnded, settings.cooldown_seconds, now) } };
}

function coolUntil(lastEnded: Date | null | undefined, seconds: number, now: Date): Date | 'running' | null {
  if (lastEnded === undefined) return null;
  if (lastEnded === null) return 'running';
  const until = new Date(lastEnded.getTime() + seconds * 1000);
  return until > now ? until : null;
}
