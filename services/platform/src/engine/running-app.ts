import { type Lease, type ModuleContext, stillHolds, type TenantDb } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import { type AppRow, selectApp, updateApp } from '../apps/app-store.ts';
import { type DeploymentChange, selectDeployment, updateDeployment } from '../apps/deployment-store.ts';
import { isRunning, type RunningPhase } from '../apps/phases.ts';
import { becomeLive, type Deploying, fail, type Failing, moveOn } from '../apps/transitions.ts';
import type { CloudspaceRow } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';

/** Another worker has the app by now. */
export class LeaseLost extends Error {}

/** Something else is to be done with the app: superseded, canceled, deleted, ended. */
export class Over extends Error {}

interface Held {
  readonly tenantId: string;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly client: ClusterClient;
  readonly cloudspace: CloudspaceRow;
}

/** One deployment at work, under the lease of its app. Every write goes through here and holds the lease while it is made. */
export class RunningApp {
  readonly context: ModuleContext<PlatformSettings>;
  readonly client: ClusterClient;
  readonly cloudspace: CloudspaceRow;
  readonly signal: AbortSignal;
  readonly #held: Held;
  #now: Deploying;

  constructor(context: ModuleContext<PlatformSettings>, held: Held, now: Deploying) {
    const { app, deployment } = now;
    this.context = context;
    // In the API server's audit log every request says for which revision, and under which lease.
    const about = `app ${app.id}; revision ${deployment.revision}; lease ${held.lease.token}`;
    this.client = held.client.as(`wheelhouse-platform (${about})`);
    this.cloudspace = held.cloudspace;
    this.signal = held.signal;
    this.#held = held;
    this.#now = now;
  }

  get app(): AppRow {
    return this.#now.app;
  }

  get deployment(): Deploying['deployment'] {
    return this.#now.deployment;
  }

  get isLate(): boolean {
    const { deadline_at: deadline } = this.deployment;
    return deadline !== null && this.context.clock.now() >= deadline;
  }

  /** Before a change is sent: what was read since another took over, or something else is wanted, is not ours to change. */
  mustHold(): Promise<void> {
    return this.#under(async (_db, now) => now);
  }

  moveTo(phase: RunningPhase, change: DeploymentChange = {}): Promise<void> {
    return this.#under((db, now) => moveOn(db, this.context, now, phase, change));
  }

  async write(change: DeploymentChange, also: (db: TenantDb) => Promise<void> = async () => undefined): Promise<void> {
    await this.#under(async (db, { app, deployment }) => {
      await also(db);
      return { app, deployment: await updateDeployment(db, deployment, change) };
    });
  }

  /** The count that was asked for is in the cluster; unless another was asked for meanwhile. */
  async scaled(replicas: number): Promise<void> {
    await this.#under(async (db, { app, deployment }) => ({
      app: app.desired_replicas === replicas ? await updateApp(db, app, { scale_pending: false }) : app,
      deployment,
    }));
  }

  async live(digest: string | undefined, also: (db: TenantDb) => Promise<void>): Promise<never> {
    await this.#under(async (db, now) => {
      await becomeLive(db, this.context, now, digest);
      await also(db);
      return now;
    });
    throw new Over('Live');
  }

  async fail(failing: Failing): Promise<never> {
    await this.#under(async (db, now) => {
      await fail(db, this.context, now, failing);
      return now;
    });
    throw new Over('Failed');
  }

  async #under(work: (db: TenantDb, now: Deploying) => Promise<Deploying>): Promise<void> {
    this.signal.throwIfAborted();
    const { tenantId, lease } = this.#held;
    const { database, schema } = this.context;
    this.#now = await database.tenant(tenantId, async (db) => {
      if (!(await stillHolds(db, schema, lease))) throw new LeaseLost('another worker has taken over');
      return work(db, await lockedDeploying(db, this.app.id, this.deployment.revision));
    });
  }
}

/** The app first, then its deployment, as everybody locks them. */
export async function lockedDeploying(db: TenantDb, appId: string, revision: number): Promise<Deploying> {
  const app = await selectApp(db, appId, 'FOR UPDATE');
  if (app === undefined || app.state !== 'active' || app.revision !== revision)
    throw new Over('something else is wanted');
  const deployment = await selectDeployment(db, appId, revision, 'FOR UPDATE');
  if (deployment === undefined || !isRunning(deployment.phase)) throw new Over(deployment?.phase ?? 'gone');
  return { app, deployment };
}
