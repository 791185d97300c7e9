import { firstIdOf, type ModuleContext, type ModuleTask, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { IncidentSettings } from './config.ts';
import { bringForward } from './incidents/bring-forward.ts';
import { selectDue } from './records/store.ts';
import { deleteRecentsBefore, keepRecentMs } from './entries/recents-store.ts';
import { bringWindowForward } from './maintenance/service.ts';
import { selectDueWindows } from './windows/store.ts';

type Context = ModuleContext<IncidentSettings>;

const atOnce = 200;
const sideBySide = 4;
const dayMs = 24 * 60 * 60_000;

interface Due {
  readonly id: string;
  readonly tenantId: string;
}

/** What is due, the earliest first. One that cannot be brought forward keeps no other from it. */
async function forEach<One extends Due>(
  { log }: Context,
  due: readonly One[],
  signal: AbortSignal,
  work: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...due].toReversed();
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined && !signal.aborted; one = waiting.pop())
      await work(one).catch((error: unknown) =>
        log.warn({ err: error, id: one?.id }, 'what was due could not be done'),
      );
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}

async function bringWindows(context: Context, now: Date, signal: AbortSignal): Promise<void> {
  const { database } = context;
  const rows = await selectDueWindows({ query: database.look }, now, atOnce);
  const due = rows.map(({ window_id: id, tenant_id: tenantId, cluster_id: clusterId }) => ({
    id,
    tenantId,
    clusterId,
  }));
  await forEach(context, due, signal, ({ tenantId, ...window }) =>
    database.tenant(tenantId, (db) => bringWindowForward(db, context, window)),
  );
}

async function bringIncidents(context: Context, now: Date, signal: AbortSignal): Promise<void> {
  const { database } = context;
  const rows = await selectDue({ query: database.look }, now, atOnce);
  const due = rows.map(({ incident_id: id, tenant_id: tenantId }) => ({ id, tenantId }));
  await forEach(context, due, signal, ({ id, tenantId }) =>
    database.tenant(tenantId, (db) => bringForward(db, context, id)),
  );
}

export const incidentTasks: readonly ModuleTask<IncidentSettings>[] = [
  {
    name: 'incidents',
    about:
      'begins and ends maintenance windows; resolves incidents that stay quiet, closes resolved ones, and tells of changes that had to wait',
    everyMs: 1_000,
    run: async (context, _lease, signal) => {
      const now = context.clock.now();
      // Windows first: an incident that kept quiet until the end of one is told with what that end makes of it.
      await bringWindows(context, now, signal);
      await bringIncidents(context, now, signal);
    },
  },
  {
    name: 'prune',
    about: 'deletes what is past its keeping: closed incidents, their signals, and what happened before any',
    everyMs: 10 * 60_000,
    run: async ({ database, clock, settings }, _lease, signal) => {
      const tenants = await database.look<{ tenant_id: string }>('SELECT tenant_id FROM incidents.known_tenants');
      const now = clock.now().getTime();
      const oldest = new Date(now - settings.INCIDENT_KEEP_DAYS * dayMs);
      for (const { tenant_id: tenantId } of tenants) {
        if (signal.aborted) return;
        await database.tenant(tenantId, async (db) => {
          await deleteRecentsBefore(db, new Date(now - keepRecentMs));
          await prune(db, oldest, new Date(now - 2 * dayMs));
        });
      }
    },
  },
];

const mostPruned = 1_000;

/** Whole incidents with all they have; a group that has been silent for long says nothing of what comes back. */
async function prune(db: TenantDb, oldest: Date, silentSince: Date): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `DELETE FROM incidents.incidents WHERE ${tenantFilter()} AND id IN (
       SELECT id FROM incidents.incidents WHERE ${tenantFilter()} AND status = 'closed' AND id < $1 ORDER BY id LIMIT $2)
     RETURNING id`,
    [firstIdOf(oldest), mostPruned],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(`DELETE FROM incidents.entries WHERE ${tenantFilter()} AND incident_id = ANY($1)`, [ids]);
  await db.query(`DELETE FROM incidents.signals WHERE ${tenantFilter()} AND incident_id = ANY($1)`, [ids]);
  await db.query(
    `DELETE FROM incidents.signals WHERE ${tenantFilter()} AND incident_id IS NULL AND NOT firing AND last_at < $1`,
    [silentSince],
  );
  await db.query(
    `DELETE FROM incidents.groups AS g WHERE ${tenantFilter('g')} AND touched_at < $1 AND NOT EXISTS (
       SELECT FROM incidents.open_incidents AS o WHERE o.incident_id = g.incident_id)`,
    [silentSince],
  );
}
