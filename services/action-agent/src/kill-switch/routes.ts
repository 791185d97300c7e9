import {
  defineRoute,
  type KnownClusters,
  type ModuleContext,
  type Reach,
  refuse,
  type Reply,
  type Route,
  type TenantDb,
} from '@wheelhouse/kit';
import { actorFor } from '../actions/actor.ts';
import { known, namedOrAll } from '../clusters/choose.ts';
import type { AgentSettings } from '../config.ts';
import type { ActionRow } from '../records/row.ts';
import { executing, stopUnsent } from './running.ts';
import { killSwitchAnswer, killSwitchBody, killSwitchQuery, killSwitchSchema, mostListed } from './schema.ts';
import { engage, type Engaged, release, selectEngaged } from '../guards/kill-switch-store.ts';

const url = '/api/v1/kill-switch';

/** Stops everything that automation and people would change: engaging is for everyone who acts, releasing for administrators. */
export function killSwitchRoutes(context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  const { clock } = context;
  /** Null: the whole tenant, which a role limited to some clusters does not reach. */
  const chosen = async (reach: Reach, tenantId: string, named: string | undefined): Promise<string | null> => {
    const id = named?.toLowerCase();
    if (id === undefined) {
      if (reach.limits() === undefined) return null;
      return refuse('forbidden', {
        message: 'Your role is limited to certain clusters. Next step: name one of them in cluster_id.',
      });
    }
    reach.mustReachCluster(id);
    return (await known(clusters.isOf(tenantId, id))) ? id : refuse('not_found');
  };
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      reach: 'cluster',
      summary: 'Read whether the kill switch is engaged, and what still runs',
      operation: 'getKillSwitch',
      query: killSwitchQuery,
      response: killSwitchSchema,
      errors: ['not_found'],
      handler: async ({ query, reach, tenantId, read }) => {
        const seen = await namedOrAll(clusters, reach, tenantId, query.cluster_id);
        return { body: await read((db) => stateOf(db, seen)) };
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/engage`,
      access: 'actions',
      reach: 'cluster',
      summary:
        'Engage the kill switch: nothing more is changed on the clusters, except that nodes are uncordoned and failed scale-ups reverted',
      operation: 'engageKillSwitch',
      audit: { action: 'kill_switch.engage' },
      body: killSwitchBody,
      bodyOptional: true,
      response: killSwitchAnswer,
      errors: ['not_found'],
      handler: async ({ body, principal, reach, tenantId, change }) => {
        const clusterId = await chosen(reach, tenantId, body.cluster_id);
        const engaged: Engaged = {
          cluster_id: clusterId,
          engaged_at: clock.now(),
          engaged_by: actorFor(principal),
          reason: body.reason ?? null,
        };
        return change(async (db) => {
          const isNew = await engage(db, engaged);
          const stopped = await stopUnsent(db, context, engaged, clock.now());
          const details = {
            cluster_id: clusterId,
            reason: engaged.reason,
            was_engaged: !isNew,
            stopped: stopped.length,
          };
          return answer(await stateOf(db, reach.clusters()), stopped, details);
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/release`,
      access: 'admin',
      reach: 'cluster',
      summary: 'Release the kill switch; actions that it stopped are not resumed',
      operation: 'releaseKillSwitch',
      audit: { action: 'kill_switch.release' },
      body: killSwitchBody,
      bodyOptional: true,
      response: killSwitchAnswer,
      errors: ['not_found'],
      handler: async ({ body, reach, tenantId, change }) => {
        const clusterId = await chosen(reach, tenantId, body.cluster_id);
        return change(async (db) => {
          const wasEngaged = await release(db, clusterId);
          const details = { cluster_id: clusterId, reason: body.reason ?? null, was_engaged: wasEngaged };
          return answer(await stateOf(db, reach.clusters()), [], details);
        });
      },
    }),
  ];
}

/** As far as it concerns these clusters; undefined is all. */
async function stateOf(db: TenantDb, seen: readonly string[] | undefined) {
  const all = await selectEngaged(db);
  const ofClusters = all.flatMap((one) =>
    one.cluster_id === null ? [] : [{ ...told(one), cluster_id: one.cluster_id }],
  );
  const tenant = all.find(({ cluster_id }) => cluster_id === null);
  const running = await executing(db, seen);
  return {
    engaged: tenant !== undefined,
    tenant: tenant === undefined ? null : told(tenant),
    clusters: ofClusters.filter(({ cluster_id }) => seen === undefined || seen.includes(cluster_id)),
    still_running: running.slice(0, mostListed).map(brief),
  };
}

function told({ engaged_at, engaged_by, reason }: Engaged) {
  return { engaged_at: engaged_at.toISOString(), engaged_by, reason };
}

function brief({ id, cluster_id, action, target, step }: ActionRow) {
  return { id, cluster_id, action, target, step };
}

function answer(
  state: Awaited<ReturnType<typeof stateOf>>,
  stopped: readonly ActionRow[],
  details: Readonly<Record<string, unknown>>,
): Reply {
  return { body: { ...state, stopped: stopped.slice(0, mostListed).map(brief) }, audit: { details } };
}
