import { defineRoute, type ModuleContext, readRow, refuse, type Route, type TenantDb } from '@wheelhouse/kit';
import { type ClusterClient, ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { type AppRow, apps, dueIfLeft, updateApp } from '../apps/app-store.ts';
import { wasEverSent } from '../apps/deployment-store.ts';
import { app, appId, scaleBody } from '../apps/schema.ts';
import { existingApp, mustBeActive } from '../apps/service.ts';
import { shownWithEtag } from '../apps/shown.ts';
import { selectCloudspaceNames } from '../cloudspaces/store.ts';
import { type ClusterClients, NoClusterClient } from '../cluster-clients/cluster-clients.ts';
import type { PlatformSettings } from '../config.ts';
import { countIsSet, setCount } from '../engine/set-count.ts';
import { violationsOf, wordsOf } from './budgets.ts';

/** Longer than a request takes: by then a worker sets the count, should this process have died. */
const leftAfterMs = 30_000;

export function scaleRoute(context: ModuleContext<PlatformSettings>, clients: ClusterClients): Route {
  const { database, clock, settings } = context;
  return defineRoute({
    method: 'POST',
    url: '/api/v1/apps/:id/scale',
    access: 'actions',
    reach: 'cloudspace',
    summary: 'Set how many replicas an app has; refused where a PodDisruptionBudget would be broken',
    audit: { action: 'app.scale' },
    params: appId,
    body: scaleBody,
    response: app,
    errors: ['invalid_state', 'pdb_violation', 'cluster_unreachable'],
    handler: async ({ params, body: { replicas }, reach, tenantId, read, change, request }) => {
      const found = await read(async (db) => {
        const row = await readRow(db, apps, params.id, reach);
        mustBeActive(row);
        const place = (await selectCloudspaceNames(db, [row.cloudspace_id])).get(row.cloudspace_id);
        return { row, namespace: place?.namespace ?? '', isSent: await wasEverSent(db, row.id) };
      });
      const { row, namespace, isSent } = found;
      const note = () => database.tenant(tenantId, (db) => asked(db, row.id, replicas, clock.now()));
      let isSet = false;
      if (isSent) {
        const signal = AbortSignal.timeout(requestMs);
        const { client } = await clients.clientOf(tenantId, row.cluster_id, signal).catch(unreachable);
        const named = client.as(`wheelhouse-platform (app ${row.id}; scale; request ${request.id})`);
        isSet = await set(named, { name: row.name, namespace }, replicas, note, signal).catch(unreachable);
      } else await note();
      return change(async (db) => {
        if (isSet) await countIsSet(db, row.id, replicas);
        const after = await existingApp(db, row.id);
        const shown = await shownWithEtag(db, after, settings.EXTERNAL_URL);
        const details = { name: row.name, before: row.desired_replicas, after: replicas };
        return { ...shown, audit: { objectId: row.id, details } };
      });
    },
  });
}

const requestMs = 20_000;

/** The row says what is wanted before the cluster is told. */
async function asked(db: TenantDb, id: string, replicas: number, now: Date): Promise<AppRow> {
  const row = await existingApp(db, id, 'FOR UPDATE');
  mustBeActive(row);
  await dueIfLeft(db, row, new Date(now.getTime() + leftAfterMs));
  return updateApp(db, row, { desired_replicas: replicas, replicas_at: now, scale_pending: true, updated_at: now });
}

async function set(
  client: ClusterClient,
  place: { readonly name: string; readonly namespace: string },
  replicas: number,
  note: () => Promise<AppRow>,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await setCount(
    client,
    place,
    replicas,
    async (live) => {
      const violations = await violationsOf(client, place.namespace, live, replicas, signal);
      if (violations.length > 0)
        refuse('pdb_violation', {
          message: `Scaling ${place.name} from ${live.spec?.replicas ?? 1} to ${replicas} would break a PodDisruptionBudget: ${violations.map(wordsOf).join('; ')}. Choose a higher count, or change the budget.`,
        });
      await note();
    },
    signal,
  );
  // Whoever makes the Deployment sets the count then.
  if (found === null) await note();
  return found !== null;
}

function unreachable(error: unknown): never {
  const isSilent = error instanceof ClusterUnreachable || error instanceof NoClusterClient;
  if (!isSilent && !(error instanceof KubernetesError)) throw error;
  return refuse('cluster_unreachable', {
    message: `The cluster did not take the change: ${error.message}. Check the cluster, then read the app: if the count was written down, it is set as soon as the cluster responds.`,
  });
}
