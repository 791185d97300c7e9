import { defineRoute, type KnownClusters, type ModuleContext, type Reach, refuse, type Route } from '@wheelhouse/kit';
import type { IncidentSettings } from '../config.ts';
import { known, mustBeCluster } from '../cluster.ts';
import { signalsFromAlertmanager } from './from-alertmanager.ts';
import { signalFromProgram } from './from-programs.ts';
import { accepted, alertmanagerBody, alertmanagerQuery, sendSignals } from './schema.ts';
import { takeSignals } from './take.ts';

const url = '/api/v1/signals';

export function signalRoutes(context: ModuleContext<IncidentSettings>, clusters: KnownClusters): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url,
      access: 'signals',
      reach: 'cluster',
      summary: 'Report trouble that begins, goes on or ends; signals of one object are one incident',
      operation: 'sendSignals',
      errors: ['not_found'],
      audit: { none: 'signals are many; what they open stands in the timeline of its incident' },
      body: sendSignals,
      status: 202,
      response: accepted,
      handler: async ({ body, reach, tenantId, change }) => {
        const now = context.clock.now();
        const ids = new Map<string | undefined, string>();
        for (const { cluster_id: asked } of body.signals)
          if (!ids.has(asked)) ids.set(asked, await clusterFor(clusters, tenantId, reach, asked));
        const signals = body.signals.map((one) => signalFromProgram(ids.get(one.cluster_id) ?? '', one, now));
        return change(async (db) => ({ body: await takeSignals(db, context, signals) }));
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/alertmanager`,
      access: 'signals',
      reach: 'cluster',
      summary: 'Receive alerts from Alertmanager: its webhook body, as it sends it',
      operation: 'receiveAlertmanagerAlerts',
      errors: ['not_found'],
      audit: { none: 'signals are many; what they open stands in the timeline of its incident' },
      query: alertmanagerQuery,
      body: alertmanagerBody,
      status: 202,
      response: accepted,
      handler: async ({ body, query, reach, tenantId, change }) => {
        const clusterId = await clusterFor(clusters, tenantId, reach, query.cluster_id);
        const signals = signalsFromAlertmanager(clusterId, body, context.clock.now());
        return change(async (db) => ({ body: await takeSignals(db, context, signals) }));
      },
    }),
  ];
}

/** The one asked for, or the only one that the caller reaches. */
async function clusterFor(
  clusters: KnownClusters,
  tenantId: string,
  reach: Reach,
  asked: string | undefined,
): Promise<string> {
  if (asked !== undefined) {
    reach.mustReachCluster(asked);
    await mustBeCluster(clusters, tenantId, asked);
    return asked.toLowerCase();
  }
  const within = reach.clusters(await known(clusters.ofTenantNow(tenantId))) ?? [];
  const [only, ...others] = within;
  if (only !== undefined && others.length === 0) return only;
  const message =
    only === undefined
      ? 'There is no cluster that signals could be about. Register one first.'
      : `There are ${within.length} clusters. Say which one it is about.`;
  return refuse('validation_failed', { message, details: [{ field: 'cluster_id', code: 'required', message }] });
}
