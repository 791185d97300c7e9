import { type ActionKind, actionKinds, isActionKind } from '@wheelhouse/contracts';
import {
  defineRoute,
  etagOf,
  type KnownClusters,
  type ModuleContext,
  refuse,
  type Reply,
  type Route,
  type TenantDb,
} from '@wheelhouse/kit';
import { known, namedOrAll } from '../clusters/choose.ts';
import type { AgentSettings } from '../config.ts';
import { wholeTenant } from '../guards/kill-switch-store.ts';
import { lockedSettings } from '../settings/store.ts';
import { type AllLevels, type AutonomyAnswer, autonomyChange, autonomyQuery, autonomySchema } from './schema.ts';
import { type Levels, saveAutonomy, selectAutonomy, stricter } from '../guards/autonomy-store.ts';

const url = '/api/v1/autonomy';

/** Of each kind of action whether decisions may run by themselves, must be approved, or are never carried out. */
export function autonomyRoutes(_context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      reach: 'cluster',
      summary: 'Read which kinds of action may run by themselves',
      operation: 'getAutonomy',
      query: autonomyQuery,
      response: autonomySchema,
      errors: ['not_found'],
      handler: async ({ query, reach, tenantId, read }) => {
        const seen = await namedOrAll(clusters, reach, tenantId, query.cluster_id);
        const all = await read(stateOf);
        const clustersSeen = all.clusters.filter(({ cluster_id: id }) => seen === undefined || seen.includes(id));
        return answer({ ...all, clusters: clustersSeen });
      },
    }),
    defineRoute({
      method: 'PATCH',
      url,
      access: 'admin',
      reach: 'tenant',
      summary: 'Change which kinds of action may run by themselves, in the tenant or, more strictly, on one cluster',
      operation: 'updateAutonomy',
      audit: { action: 'autonomy.change' },
      body: autonomyChange,
      response: autonomySchema,
      errors: ['not_found', 'precondition_failed'],
      handler: async ({ body, tenantId, change, unlessChanged }) => {
        const clusterId = body.cluster_id?.toLowerCase();
        if (clusterId !== undefined && !(await known(clusters.isOf(tenantId, clusterId)))) refuse('not_found');
        return change(async (db) => {
          await lockedSettings(db);
          const before = await stateOf(db);
          unlessChanged(etagOf(before));
          const id = clusterId ?? wholeTenant;
          const rows = await selectAutonomy(db);
          const levels = changed(rows.find(({ cluster_id }) => cluster_id === id)?.levels ?? {}, body.autonomy);
          await saveAutonomy(db, { cluster_id: id, levels });
          const details = { cluster_id: clusterId ?? null, autonomy: body.autonomy };
          return { ...answer(await stateOf(db)), audit: { details } };
        });
      },
    }),
  ];
}

function changed(before: Levels, change: Partial<AllLevels>): Levels {
  const all = { ...allOf(before), ...change };
  return Object.fromEntries(Object.entries(all).filter(([kind, level]) => isActionKind(kind) && level !== null));
}

export async function stateOf(db: TenantDb): Promise<AutonomyAnswer> {
  const rows = await selectAutonomy(db);
  const tenant = allOf(rows.find(({ cluster_id }) => cluster_id === wholeTenant)?.levels ?? {});
  const ofClusters = rows.filter(
    ({ cluster_id, levels }) => cluster_id !== wholeTenant && Object.keys(levels).length > 0,
  );
  return {
    tenant,
    clusters: ofClusters.map(({ cluster_id, levels }) => {
      const autonomy = allOf(levels);
      const effective = ofEach((kind) => stricter(tenant[kind], autonomy[kind]));
      return { cluster_id, autonomy, effective };
    }),
  };
}

function allOf(levels: Levels): AllLevels {
  return ofEach((kind) => levels[kind] ?? null);
}

function ofEach(level: (kind: ActionKind) => AllLevels[ActionKind]): AllLevels {
  const entries = actionKinds.map((kind) => [kind, level(kind)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind has its entry
  return Object.fromEntries(entries) as AllLevels;
}

function answer(state: AutonomyAnswer): Reply {
  return { body: state, etag: etagOf(state) };
}
