import type { Clock, ModuleContext, TenantDb } from '@wheelhouse/kit';
import { type ClusterHealth, isCompared, notAsked, weighed } from '../judging/health.ts';
import { judge } from '../judging/judge.ts';
import { summaryOf } from '../judging/summary.ts';
import { holdNews, selectHeard } from '../heard/store.ts';
import { askHealth } from './ask-health.ts';
import { setDue } from './due-store.ts';
import { endedActionOf, endIsLostAt, type VerdictRow, windowsOf } from './row.ts';
import type { Measured } from './schema.ts';
import { selectVerdict, updateVerdict } from './store.ts';
import { tellReached } from './tell.ts';

type Context = Pick<ModuleContext, 'database' | 'clock' | 'emit' | 'call' | 'log' | 'peers'>;

/**
 * Derives a verdict from all that was heard, and writes it down if it is certain. Done again it finds nothing to do; news
 * that comes late may correct it. The cluster's health is asked between two transactions, and judged by what both find.
 */
export async function bringForward(context: Context, tenantId: string, id: string): Promise<void> {
  const asked = await context.database.tenant(tenantId, (db) => attempt(db, context, id, undefined));
  if (asked === undefined) return;
  const health = await askHealth(context, asked.row, { tenantId, at: asked.at });
  await context.database.tenant(tenantId, (db) => attempt(db, context, id, health));
}

interface ToAsk {
  readonly row: VerdictRow;
  readonly at: Date;
}

/** Answers what has to be asked before it can be written. */
async function attempt(
  db: TenantDb,
  context: Context,
  id: string,
  asked: ClusterHealth | undefined,
): Promise<ToAsk | undefined> {
  const found = await selectVerdict(db, id);
  if (found !== undefined) await holdNews(db, found.cluster_id);
  const row = found && (await selectVerdict(db, id, 'FOR UPDATE'));
  if (row === undefined) {
    await setDue(db, id, undefined);
    return undefined;
  }
  const action = endedActionOf(row);
  if (action === undefined) {
    await endUnheard(db, context, row);
    return undefined;
  }
  const windows = windowsOf(row);
  const heard = await selectHeard(db, row.cluster_id, row.incident_id);
  const judgement = judge(action, heard, windows, context.clock.now());
  if (judgement.kind === 'wait') {
    await setDue(db, id, judgement.until);
    return undefined;
  }
  const { finding, at } = judgement;
  const known = row.health ?? asked;
  if (known === undefined && isCompared(finding)) return { row, at };
  const health = isCompared(finding) ? (known ?? notAsked) : notAsked;
  const last = weighed(finding, health);
  const { quietAt, backAt } = finding.verdict === 'relapsed' ? finding : { ...quietOf(finding), backAt: undefined };
  const quietFrom = quietAt && Math.max(quietAt.getTime(), action.endedAt.getTime());
  await reach(db, context, row, known ?? null, {
    verdict: last.verdict,
    summary: summaryOf(last, { action, windows, health }),
    quiet_after_seconds: quietFrom === undefined ? null : (quietFrom - action.endedAt.getTime()) / 1_000,
    back_after_seconds: quietFrom === undefined || backAt === undefined ? null : (backAt.getTime() - quietFrom) / 1_000,
    score_before: health.before,
    score_after: health.after,
    new_issues: [...health.new_issues],
  });
  return undefined;
}

function quietOf(finding: ReturnType<typeof weighed>): { readonly quietAt: Date | undefined } {
  return { quietAt: finding.verdict === 'cured' ? finding.quietAt : undefined };
}

/** Its end was never told, though it must have come long ago. */
async function endUnheard(db: TenantDb, context: Context, row: VerdictRow): Promise<void> {
  const { ends_by: endsBy } = row;
  const now = context.clock.now();
  if (row.state === 'final' || endsBy === null) return setDue(db, row.id, undefined);
  const due = endIsLostAt(endsBy);
  if (now < due) return setDue(db, row.id, due);
  return reach(db, context, row, null, {
    verdict: 'unknown',
    summary: 'The action agent never reported how the action ended.',
    quiet_after_seconds: null,
    back_after_seconds: null,
    score_before: null,
    score_after: null,
    new_issues: [],
  });
}

async function reach(
  db: TenantDb,
  context: Context & { readonly clock: Clock },
  row: VerdictRow,
  health: ClusterHealth | null,
  found: Omit<Measured, 'reached_at'>,
): Promise<void> {
  await setDue(db, row.id, undefined);
  if (row.measured?.verdict === found.verdict) return;
  const now = context.clock.now();
  const measured: Measured = { ...found, reached_at: now.toISOString() };
  // What a person has said stands.
  if (row.overruled_by !== null) {
    await updateVerdict(db, row, { measured, health });
    return;
  }
  const { verdict, summary } = found;
  const final = await updateVerdict(db, row, { state: 'final', verdict, summary, measured, health, reached_at: now });
  await tellReached(db, context, final);
}
