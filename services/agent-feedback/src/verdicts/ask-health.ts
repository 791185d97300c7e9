import { nullable, timestampSchema } from '@wheelhouse/contracts';
import type { ModuleContext } from '@wheelhouse/kit';
import { type TSchema, type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ClusterHealth, notAsked } from '../judging/health.ts';
import type { VerdictRow } from './row.ts';
import { isAbout } from './target.ts';

const healthSchema = Type.Object({
  healthScore: Type.Number(),
  stale: Type.Boolean(),
  observed_at: timestampSchema,
  issues: Type.Array(
    Type.Object({
      reason: Type.String(),
      expected: Type.Boolean(),
      first_seen: timestampSchema,
      object: Type.Object({ kind: Type.String(), namespace: nullable(Type.String()), name: Type.String() }),
    }),
  ),
});
const historySchema = Type.Object({ data: Type.Array(Type.Object({ last: Type.Number() })) });

const waitMs = 10_000;
/** While a cluster is observed, its history has a point at least every five minutes. */
const lookBackMs = 15 * 60_000;
/** Asked much later, it would tell of another time. */
const freshForMs = 10 * 60_000;
const mostIssues = 20;

type Asking = Pick<ModuleContext, 'call' | 'clock' | 'log' | 'peers'>;
interface Asked {
  readonly tenantId: string;
  /** When the window ended. */
  readonly at: Date;
}

/** How the cluster is, and was when the action began. What nobody answers is left out. */
export async function askHealth(asking: Asking, row: VerdictRow, { tenantId, at }: Asked): Promise<ClusterHealth> {
  const now = asking.clock.now();
  if (row.started_at === null || now.getTime() - at.getTime() > freshForMs) return notAsked;
  if (!asking.peers.includes('k8s-monitor')) return notAsked;
  const cluster = `cluster_id=${row.cluster_id}`;
  const from = new Date(row.started_at.getTime() - lookBackMs);
  const span = `from=${from.toISOString()}&to=${row.started_at.toISOString()}&points=1`;
  const [health, history] = await Promise.all([
    ask(asking, tenantId, `/api/health?${cluster}`, healthSchema),
    ask(asking, tenantId, `/api/health/history?${cluster}&${span}`, historySchema),
  ]);
  if (health === undefined) return notAsked;
  const began = row.started_at.getTime();
  const issues = health.issues.filter(
    ({ object, first_seen, expected, reason }) =>
      !expected && Date.parse(first_seen) > began && isAbout(row.target, object) && !isMeant(row, reason),
  );
  return {
    before: history?.data.at(-1)?.last ?? null,
    after: health.healthScore,
    stale: health.stale,
    observed_at: health.observed_at,
    new_issues: [...new Set(issues.map(({ reason }) => reason))].slice(0, mostIssues),
  };
}

/** What the action was to bring about is no harm that it did. */
function isMeant({ action }: VerdictRow, reason: string): boolean {
  return reason === 'node_cordoned' && (action === 'cordon_node' || action === 'drain_node');
}

async function ask<Schema extends TSchema>(
  { call, log }: Asking,
  tenantId: string,
  path: string,
  schema: Schema,
): Promise<Static<Schema> | undefined> {
  try {
    const { status, body } = await call('k8s-monitor', { path, tenantId, timeoutMs: waitMs });
    if (status === 200 && Value.Check(schema, body)) return body;
    log.warn({ status, path }, 'k8s-monitor returned no health to compare; the verdict is reached without it');
  } catch (error) {
    log.warn({ err: error, path }, 'k8s-monitor did not respond; the verdict is reached without the health score');
  }
  return undefined;
}
