import { recommendationKinds } from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import { type Seen, subjectKey } from '../findings/finding.ts';
import { blank } from '../recommendations/row.ts';
import { insertRecommendation, lockLive, pruneDone, updateRecommendation } from '../recommendations/store.ts';
import { changesBy, doneAt } from './apply.ts';
import { look } from './look.ts';
import { deleteRound, type Round, setRoundDue } from './store.ts';

type Context = Pick<ModuleContext, 'database' | 'clock' | 'makeId' | 'call' | 'log' | 'peers'>;

const minuteMs = 60_000;
const everyMs = 60 * minuteMs;
/** Where somebody did not answer. */
const soonerMs = 10 * minuteMs;
const kinds = Object.keys(recommendationKinds).length;
const keptMs = 400 * 24 * 60 * minuteMs;

/** One round of one cluster: asked first, then written at once. A round that is cut off is made again from its beginning. */
export async function lookAfter(context: Context, round: Round, signal: AbortSignal): Promise<void> {
  const { cluster_id: clusterId, tenant_id: tenantId } = round;
  const seen = await look({ context, tenantId, clusterId, signal });
  await context.database.tenant(tenantId, (db) => write(db, context, clusterId, seen));
}

async function write(db: TenantDb, { clock, makeId }: Context, clusterId: string, seen: Seen): Promise<void> {
  const now = clock.now();
  const { made, changed } = changesBy(seen, await lockLive(db, clusterId), now);
  for (const finding of made) {
    const { subject, severity, kind, why, how } = finding;
    const key = subjectKey(subject);
    await insertRecommendation(db, {
      ...blank,
      id: makeId(),
      cluster_id: clusterId,
      kind,
      subject_key: key,
      subject,
      severity,
      why,
      how,
      seen_at: now,
    });
  }
  for (const { row, change } of changed) await updateRecommendation(db, row, change);
  await pruneDone(db, new Date(now.getTime() - keptMs));
  const pause = Object.keys(seen).length < kinds ? soonerMs : everyMs;
  await setRoundDue(db, clusterId, new Date(now.getTime() + pause));
}

/** What was recommended for a cluster that is no more is done with it. */
export async function leaveAlone({ database, clock }: Context, round: Round): Promise<void> {
  const { cluster_id: clusterId, tenant_id: tenantId } = round;
  await database.tenant(tenantId, async (db) => {
    for (const row of await lockLive(db, clusterId)) await updateRecommendation(db, row, doneAt(clock.now()));
    await deleteRound(db, clusterId);
  });
}
