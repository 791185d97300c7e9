import { defineRoute, firstIdOf, type ModuleContext, type Route, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { stateOf } from '../autonomy/routes.ts';
import { autonomySchema } from '../autonomy/schema.ts';
import { isReady } from '../clusters/workers.ts';
import { selectWorkers } from '../clusters/workers-store.ts';
import type { AgentSettings } from '../config.ts';
import { autonomyOf } from '../guards/autonomy-store.ts';
import { engagedFor } from '../guards/kill-switch-store.ts';
import { selectActions } from '../records/store.ts';
import { isOn, kindsOn, told } from './on-object.ts';
import { actionsOnObject, type ObjectQuery, objectQuery, standing, standingQuery } from './schema.ts';

const dayMs = 24 * 60 * 60_000;
/** A pending action waits for a week at most, so what has ended within a day is hardly older. */
const oldestMs = 9 * dayMs;
const mostTold = 20;
const mostRead = 200;

/** For the modules that decide: how an action stands here, and what was done to an object lately. */
export function standingRoutes({ clock }: Pick<ModuleContext<AgentSettings>, 'clock'>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/standing',
      access: 'internal',
      reach: 'none',
      summary: 'Tell whether a kind of action may run by itself on a cluster, and whether anything could carry it out',
      query: standingQuery,
      response: standing,
      handler: async ({ query, read }) => {
        const clusterId = query.cluster_id.toLowerCase();
        const body = await read(async (db) => ({
          autonomy: await autonomyOf(db, clusterId, query.action),
          kill_switch: (await engagedFor(db, clusterId)) !== null,
          worker: (await selectWorkers(db, [clusterId])).some((one) => isReady(one, clock.now())) ? 'acting' : 'none',
        }));
        return { body };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/autonomy',
      access: 'internal',
      reach: 'none',
      summary: 'Tell which kinds of action may run by themselves, in the tenant and on its clusters',
      response: autonomySchema,
      handler: async ({ read }) => ({ body: await read(stateOf) }),
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/actions',
      access: 'internal',
      reach: 'none',
      summary: 'List the actions of the last 24 hours on an object, newest first',
      operation: 'listActionsOnObject',
      query: objectQuery,
      response: actionsOnObject,
      handler: async ({ query, read }) => ({ body: { actions: await read((db) => onObject(db, query, clock.now())) } }),
    }),
  ];
}

async function onObject(db: TenantDb, object: ObjectQuery, now: Date) {
  const rows = await selectActions(
    db,
    `${tenantFilter()} AND cluster_id = $1 AND id >= $2 AND action = ANY($3) AND (finished_at IS NULL OR finished_at >= $4)
       AND (target ->> 'node_name' = $5 OR target ->> 'namespace' = $6)
     ORDER BY id DESC LIMIT ${mostRead}`,
    [
      object.cluster_id.toLowerCase(),
      firstIdOf(new Date(now.getTime() - oldestMs)),
      kindsOn(object.kind),
      new Date(now.getTime() - dayMs),
      object.name,
      object.namespace ?? null,
    ],
  );
  return rows
    .filter((row) => isOn(row, object))
    .slice(0, mostTold)
    .map(told);
}
