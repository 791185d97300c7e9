import { type ModuleTask, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { due } from './analyses/analyse.ts';
import type { AnalysisSettings } from './config.ts';
import { selectDue } from './records/analyses-store.ts';

const atOnce = 100;
const sideBySide = 4;
const dayMs = 24 * 60 * 60_000;
/** As long as analyses are kept. */
const keepMs = 400 * dayMs;
const mostPruned = 1_000;

export const analysisTasks: readonly ModuleTask<AnalysisSettings>[] = [
  {
    name: 'analyses',
    about: 'concludes analyses whose time is over, and has incidents looked at again when that is due',
    everyMs: 1_000,
    run: async (context, _lease, signal) => {
      const { database, clock, log } = context;
      const rows = await selectDue({ query: database.look }, clock.now(), atOnce);
      const waiting = [...rows].toReversed();
      const next = async () => {
        for (let row = waiting.pop(); row !== undefined && !signal.aborted; row = waiting.pop()) {
          const { analysis_id: id, tenant_id: tenantId } = row;
          // One that cannot be brought forward keeps no other from it.
          await due(context, tenantId, id).catch((error: unknown) =>
            log.warn({ err: error, analysis_id: id }, 'what was due could not be done'),
          );
        }
      };
      await Promise.all(Array.from({ length: sideBySide }, next));
    },
  },
  {
    name: 'prune',
    about:
      'deletes what is past its keeping: incidents nothing was heard of for long, their decisions, and old records',
    everyMs: 10 * 60_000,
    run: async ({ database, clock }, _lease, signal) => {
      const tenants = await database.look<{ tenant_id: string }>('SELECT tenant_id FROM agent_analysis.known_tenants');
      const oldest = new Date(clock.now().getTime() - keepMs);
      for (const { tenant_id: tenantId } of tenants) {
        if (signal.aborted) return;
        await database.tenant(tenantId, (db) => prune(db, oldest));
      }
    },
  },
];

async function prune(db: TenantDb, oldest: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM agent_analysis.incidents WHERE ${tenantFilter()} AND id IN (
       SELECT id FROM agent_analysis.incidents WHERE ${tenantFilter()} AND touched_at < $1 ORDER BY touched_at LIMIT $2)
     RETURNING id`,
    [oldest, mostPruned],
  );
  const ids = rows.map(({ id }) => id);
  for (const table of ['decisions', 'observations', 'triggers'])
    await db.query(`DELETE FROM agent_analysis.${table} WHERE ${tenantFilter()} AND incident_id = ANY($1)`, [ids]);
  // Of incidents that were never heard of.
  await db.query(`DELETE FROM agent_analysis.observations WHERE ${tenantFilter()} AND ready_at < $1`, [oldest]);
  await db.query(`DELETE FROM agent_analysis.records WHERE ${tenantFilter()} AND judged_at < $1`, [oldest]);
}
