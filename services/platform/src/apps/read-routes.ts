import { closed } from '@wheelhouse/contracts';
import {
  defineRoute,
  listRoute,
  type ModuleContext,
  readRow,
  refuse,
  type Route,
  rowChanges,
  rowFollowers,
  streamParameters,
  type TenantDb,
} from '@wheelhouse/kit';
import { selectCloudspaceNames } from '../cloudspaces/store.ts';
import { selectAppsObservedAt } from '../clusters/owners-store.ts';
import type { PlatformSettings } from '../config.ts';
import { type AppRow, apps, selectAppsById } from './app-store.ts';
import { type DeploymentRow, deployments, history, selectDeployment } from './deployment-store.ts';
import { appsUrl } from './routes.ts';
import { appId, deployment, deploymentInFull, deployStatus, podStates, revisionParams } from './schema.ts';
import { isStale, shownDeployments, shownStatus } from './shown.ts';
import { selectStates, unseen } from './state-store.ts';

const one = `${appsUrl}/:id`;
const revision = `${one}/deployments/:revision`;

/** What is known of apps: from rows alone, whatever the cluster does. */
export function appReadRoutes(context: ModuleContext<PlatformSettings>): readonly Route[] {
  const { settings, clock } = context;
  const followers = rowFollowers(context, 'platform.deployments');
  const inFull = async (db: TenantDb, row: DeploymentRow, app: AppRow) => {
    const [shown] = await shownDeployments(db, [row], [app], settings.EXTERNAL_URL);
    return { ...shown, content: row.content };
  };
  const existing = async (db: TenantDb, app: AppRow, number: number) =>
    (await selectDeployment(db, app.id, number)) ?? refuse('not_found');
  return [
    defineRoute({
      method: 'GET',
      url: `${one}/deploy-status`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read how the newest deployment of an app stands, and what runs',
      operation: 'readDeployStatus',
      params: appId,
      response: deployStatus,
      handler: async ({ params, reach, read }) =>
        read(async (db) => {
          const app = await readRow(db, apps, params.id, reach);
          const [newest] = await shownDeployments(
            db,
            [await existing(db, app, app.revision)],
            [app],
            settings.EXTERNAL_URL,
          );
          const state = (await selectStates(db, [app.id])).get(app.id) ?? unseen(app.id);
          const place = (await selectCloudspaceNames(db, [app.cloudspace_id])).get(app.cloudspace_id);
          if (newest === undefined) return refuse('not_found');
          const observedAt = await selectAppsObservedAt(db, app.cluster_id);
          const known = { deployment: newest, state, namespace: place?.namespace ?? '', observedAt };
          return { body: shownStatus(app, known, clock.now()) };
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${one}/pods`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'List the pods of an app as last seen, those in trouble first',
      operation: 'listAppPods',
      params: appId,
      response: podStates,
      handler: async ({ params, reach, read }) =>
        read(async (db) => {
          const app = await readRow(db, apps, params.id, reach);
          const state = (await selectStates(db, [app.id])).get(app.id) ?? unseen(app.id);
          const { pods } = state;
          const observedAt = await selectAppsObservedAt(db, app.cluster_id);
          return {
            body: {
              pods,
              total: Math.max(pods.length, state.running_replicas ?? 0),
              observed_at: observedAt?.toISOString() ?? null,
              stale: isStale(observedAt, clock.now()),
            },
          };
        }),
    }),
    listRoute(context, history, {
      url: `${one}/deployments`,
      access: 'read',
      summary: "List an app's revisions and what became of each, newest first",
      operation: 'listAppDeployments',
      params: appId,
      item: deployment,
      within: async (db, { params, reach }) => {
        const { id } = await readRow(db, apps, params.id, reach);
        return { app_id: id };
      },
      shown: async (rows, db, { params }) =>
        shownDeployments(db, rows, await selectAppsById(db, [params.id]), settings.EXTERNAL_URL),
    }),
    listRoute(context, deployments, {
      url: '/api/v1/deployments',
      access: 'read',
      summary: 'List deployments of all apps, newest first',
      item: deployment,
      shown: async (rows, db) => {
        const ids = [...new Set(rows.map(({ app_id }) => app_id))];
        return shownDeployments(db, rows, await selectAppsById(db, ids), settings.EXTERNAL_URL);
      },
    }),
    defineRoute({
      method: 'GET',
      url: revision,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read a revision of an app: what it asks for, what it changes, and what became of it',
      operation: 'readAppDeployment',
      params: revisionParams,
      response: deploymentInFull,
      handler: async ({ params, reach, read }) =>
        read(async (db) => {
          const app = await readRow(db, apps, params.id, reach);
          return { body: await inFull(db, await existing(db, app, params.revision), app) };
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${revision}/stream`,
      access: 'read',
      reach: 'cloudspace',
      summary:
        'Follow a deployment until it ends: the events snapshot, changed and finally ended, each with the deployment at that time',
      operation: 'followAppDeployment',
      params: revisionParams,
      query: closed(streamParameters),
      stream: true,
      handler: async ({ params, reach, tenantId, read, resumeAfter, signal }) => {
        const first = await read(async (db) => {
          const app = await readRow(db, apps, params.id, reach);
          return existing(db, app, params.revision);
        });
        const current = () =>
          read(async (db) => {
            const [app] = await selectAppsById(db, [params.id]);
            const row = app && (await selectDeployment(db, app.id, params.revision));
            return row && { version: row.version, row, told: await inFull(db, row, app) };
          });
        const look = () => followers.next({ tenantId, id: first.id }, signal);
        return {
          stream: rowChanges({
            current,
            look,
            shown: ({ told }) => told,
            hasEnded: ({ row }) => row.finished_at !== null,
            resumeAfter,
            signal,
          }),
        };
      },
    }),
  ];
}
