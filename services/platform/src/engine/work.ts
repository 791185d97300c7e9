import { claim, type Lease, type ModuleContext, pause, stillHolds, type TenantDb } from '@wheelhouse/kit';
import {
  type AppRow,
  deleteApp,
  due,
  type DueApp,
  notDue,
  selectApp,
  selectDueApps,
  updateApp,
} from '../apps/app-store.ts';
import { selectDeployment, wasEverSent } from '../apps/deployment-store.ts';
import { tellAppChanged, tellDeleted } from '../apps/events.ts';
import { isRunning } from '../apps/phases.ts';
import { type Deploying, fail } from '../apps/transitions.ts';
import { type CloudspaceRow, selectCloudspace } from '../cloudspaces/store.ts';
import { type ClusterClients, NoClusterClient, withClusterClients } from '../cluster-clients/cluster-clients.ts';
import type { PlatformSettings } from '../config.ts';
import { mustBeActive, TenantSuspended } from '../suspended.ts';
import { deploy } from './deploy.ts';
import { namespaceOf, type Reading } from './reading.ts';
import { removeObjects } from './remove.ts';
import { failingOf, isPassing } from './refusals.ts';
import { LeaseLost, lockedDeploying, Over, RunningApp } from './running-app.ts';
import { countIsSet, setCount } from './set-count.ts';
import { begin } from './start.ts';

type Context = ModuleContext<PlatformSettings>;

export const leaseKind = 'app';
/** Longer than a call to the API server may take. */
const leaseSeconds = 15;
const lookEveryMs = 200;
/** Most of them only wait for pods. */
const atOnce = 200;
const againMs = 1_000;
const countAgainMs = 10_000;

/** Brings apps to what was asked for, one worker at a time each. */
export function deployApps(context: Context, worker: string, signal: AbortSignal): Promise<void> {
  const { database, schema, clock, log } = context;
  return withClusterClients(context, (clients) =>
    claim({
      database,
      schema,
      kind: leaseKind,
      worker,
      seconds: leaseSeconds,
      lookEveryMs,
      atOnce,
      log,
      signal,
      look: async (most) => {
        const found = await selectDueApps({ query: database.look }, leaseKind, clock.now(), most);
        return found.map((one) => ({ ...one, target: one.app_id }));
      },
      work: (one, lease, held) => workOn({ context, clients, lease, signal: held, tenantId: one.tenant_id }, one),
    }),
  );
}

interface Worker {
  readonly context: Context;
  readonly clients: ClusterClients;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly tenantId: string;
}

/** Until there is nothing more to do with it for now. */
async function workOn(worker: Worker, { app_id: id, cluster_id }: DueApp): Promise<void> {
  const { context, signal } = worker;
  try {
    while (!signal.aborted && (await next(worker, id)) === 'more');
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof LeaseLost) return context.log.warn({ app_id: id }, 'another worker has taken over an app');
    if (!(error instanceof TenantSuspended)) throw error;
    const later = new Date(context.clock.now().getTime() + againMs);
    await underLease(worker, (db) => due(db, { id, cluster_id }, later));
  }
}

/** What is to be done with an app, as its rows say. */
async function next(worker: Worker, id: string): Promise<'more' | 'done'> {
  const { database } = worker.context;
  const found = await database.tenant(worker.tenantId, async (db) => {
    const app = await selectApp(db, id);
    const cloudspace = app && (await selectCloudspace(db, app.cloudspace_id));
    const deployment = app && (await selectDeployment(db, id, app.revision));
    return app && cloudspace && deployment && { app, cloudspace, deployment };
  });
  if (found === undefined) return 'done';
  const { app, cloudspace, deployment } = found;
  if (app.state === 'deleting') return remove(worker, app, cloudspace);
  if (app.state === 'active' && isRunning(deployment.phase)) return carryOn(worker, found, cloudspace);
  if (app.state === 'active' && app.remove_objects) return remove(worker, app, cloudspace);
  if (app.state === 'active' && app.scale_pending && app.current_revision !== null)
    return finishScale(worker, app, cloudspace);
  return rest(worker, app);
}

/** A deployment that runs, from its phase on. */
async function carryOn(worker: Worker, found: Deploying, cloudspace: CloudspaceRow): Promise<'more' | 'done'> {
  const { context, clients, tenantId, signal, lease } = worker;
  const { app, deployment } = found;
  try {
    const now =
      deployment.phase === 'Queued'
        ? await underLease(worker, async (db) =>
            begin(db, context, await lockedDeploying(db, app.id, deployment.revision), cloudspace),
          )
        : found;
    if (now === undefined) return 'done';
    const { client } = await clients.clientOf(tenantId, app.cluster_id, signal);
    return await deploy(new RunningApp(context, { tenantId, lease, signal, client, cloudspace }, now));
  } catch (error) {
    if (error instanceof Over) return 'more';
    if (!(error instanceof NoClusterClient)) throw error;
    await underLease(worker, async (db) => {
      const now = await lockedDeploying(db, app.id, deployment.revision);
      await fail(db, context, now, { reason: 'cluster_unreachable', known: error.message });
    });
    return 'more';
  }
}

/** All of it in the cluster, and then the app itself; or only the objects, where a first deployment was canceled. */
async function remove(worker: Worker, app: AppRow, cloudspace: CloudspaceRow): Promise<'more' | 'done'> {
  const { context, signal } = worker;
  const { state } = app;
  for (;;) {
    const found = await remainsOf(worker, app, cloudspace);
    if (found.length === 0) {
      await underLease(worker, (db) => gone(db, context, app));
      return 'more';
    }
    const isLate = app.state_deadline_at !== null && context.clock.now() >= app.state_deadline_at;
    if (state === 'deleting' && isLate) {
      await underLease(worker, (db) => notDeleted(db, context, app, found));
      return 'more';
    }
    await pause(againMs, signal);
    signal.throwIfAborted();
    const isStill = await underLease(worker, async (db) => (await selectApp(db, app.id))?.version === app.version);
    if (!isStill) return 'more';
  }
}

/** What is still there, in words; a cluster that does not answer may have everything. */
async function remainsOf(worker: Worker, app: AppRow, cloudspace: CloudspaceRow): Promise<readonly string[]> {
  const { context, clients, tenantId, signal } = worker;
  const { database } = context;
  if (!(await database.tenant(tenantId, (db) => wasEverSent(db, app.id)))) return [];
  try {
    const { client } = await clients.clientOf(tenantId, app.cluster_id, signal);
    const named = client.as(`wheelhouse-platform (app ${app.id}; delete; lease ${worker.lease.token})`);
    const mustHold = () => underLease(worker, (db) => mustBeActive(db, context));
    const reading = { client: named, signal, cloudspace, app };
    return await removeObjects(reading, mustHold).catch(unlessGone(reading));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TenantSuspended) throw error;
    const failing = failingOf(error);
    if (failing?.reason === 'namespace_gone') return [];
    if (failing === undefined && !isPassing(error) && !(error instanceof NoClusterClient)) throw error;
    return [`what could not be read (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** Our role in a namespace goes with it: what is refused for want of rights may be gone altogether. */
function unlessGone(reading: Reading): (error: unknown) => Promise<readonly string[]> {
  return async (error) => {
    if (failingOf(error)?.reason === 'rights_missing' && (await namespaceOf(reading)) === null) return [];
    throw error;
  };
}

/** A count that was written down, by somebody who died before it was sent. */
async function finishScale(worker: Worker, app: AppRow, cloudspace: CloudspaceRow): Promise<'more' | 'done'> {
  const { context, clients, tenantId, signal } = worker;
  try {
    const { client } = await clients.clientOf(tenantId, app.cluster_id, signal);
    const mustHold = () => underLease(worker, (db) => mustBeActive(db, context));
    await setCount(client, { namespace: cloudspace.namespace, name: app.name }, app.desired_replicas, mustHold, signal);
    await underLease(worker, (db) => countIsSet(db, app.id, app.desired_replicas));
    return 'more';
  } catch (error) {
    signal.throwIfAborted();
    if (!isPassing(error) && failingOf(error) === undefined && !(error instanceof NoClusterClient)) throw error;
    context.log.info({ app_id: app.id, err: error }, 'a count could not be set yet');
    const later = new Date(context.clock.now().getTime() + countAgainMs);
    await underLease(worker, async (db) => due(db, app, later));
    return 'done';
  }
}

async function gone(db: TenantDb, context: Context, { id }: AppRow): Promise<void> {
  const app = await selectApp(db, id, 'FOR UPDATE');
  if (app === undefined) return;
  if (app.state === 'active') {
    if (app.remove_objects) await updateApp(db, app, { remove_objects: false, scale_pending: true });
    return;
  }
  await tellDeleted(db, context, app);
  await tellAppChanged(db, context, app, true);
  await deleteApp(db, id);
}

async function notDeleted(db: TenantDb, context: Context, { id }: AppRow, remains: readonly string[]): Promise<void> {
  const app = await selectApp(db, id, 'FOR UPDATE');
  if (app?.state !== 'deleting') return;
  const message = `After 10 minutes there is still ${remains.join(', ')}. Remove it and delete the app again, or delete the app with force=true, which leaves it there.`;
  const after = await updateApp(db, app, { state: 'delete_failed', state_message: message, state_deadline_at: null });
  await tellAppChanged(db, context, after);
}

/** Nothing more to do; unless somebody has just asked for something. */
async function rest(worker: Worker, { id, version }: AppRow): Promise<'more' | 'done'> {
  return underLease(worker, async (db) => {
    const app = await selectApp(db, id, 'FOR UPDATE');
    if (app !== undefined && app.version !== version) return 'more';
    await notDue(db, id);
    return 'done';
  });
}

async function underLease<T>(worker: Worker, work: (db: TenantDb) => Promise<T>): Promise<T> {
  const { context, tenantId, lease, signal } = worker;
  signal.throwIfAborted();
  return context.database.tenant(tenantId, async (db) => {
    if (!(await stillHolds(db, context.schema, lease))) throw new LeaseLost('another worker has taken over');
    return work(db);
  });
}
