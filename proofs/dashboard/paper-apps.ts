import { type Database, makeIds, systemClock, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { type AppRow, deleteApp, insertApp } from '../../services/platform/src/apps/app-store.ts';
import { type DeploymentRow, insertDeployment } from '../../services/platform/src/apps/deployment-store.ts';
import type { Content } from '../../services/platform/src/apps/content.ts';
import type { DeploymentPhase } from '../../services/platform/src/apps/phases.ts';
import { upsertState } from '../../services/platform/src/apps/state-store.ts';
import {
  type CloudspaceRow,
  deleteCloudspace,
  insertCloudspace,
} from '../../services/platform/src/cloudspaces/store.ts';

/** CloudSpaces and apps as rows that nobody works on: what they tell of exists in no cluster. */
export interface PaperApps {
  readonly cloudspace: string;
  readonly cloudspaceFailed: string;
  readonly live: string;
  /** Its revision 2; revision 1 can be put back. */
  readonly failed: string;
  readonly running: string;
  readonly pinned: string;
  readonly undeleted: string;
}

export interface AppsPlace {
  readonly db: Database;
  readonly tenantId: string;
  readonly clusterId: string;
}

const makeId = makeIds(systemClock);
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const nobody = { type: 'user', id: '019a0000-0000-7000-8000-000000000001' } as const;

export const content = (image: string, more: Partial<Content> = {}): Content => ({
  source: { type: 'image', image },
  port: 8080,
  resources: { cpu_request: '250m', memory_request: '256Mi', memory_limit: '256Mi', cpu_limit: null },
  tls: false,
  env: { LOG_LEVEL: 'info' },
  command: null,
  args: null,
  health_check: {
    path: '/healthz',
    startup_seconds: 60,
    period_seconds: 5,
    timeout_seconds: 2,
    failures: 3,
    liveness: false,
  },
  strategy: 'rolling',
  grace_seconds: 30,
  rollout_minutes: 10,
  ...more,
});

export async function writeCloudspace(
  { db, tenantId, clusterId }: AppsPlace,
  name: string,
  more: Partial<CloudspaceRow> = {},
): Promise<string> {
  const now = systemClock.now();
  const row: CloudspaceRow = {
    id: makeId(),
    version: 1,
    cluster_id: clusterId,
    name,
    namespace: name,
    quota: { cpu: '4', memory: '8Gi', pods: 20 },
    pod_security: 'baseline',
    placement: null,
    registries: [],
    registry_passwords: null,
    sent: true,
    generation: 1,
    applied_generation: 1,
    phase: 'Ready',
    reason: 'ready',
    message: 'Everything is in the cluster as asked for.',
    phase_since: now,
    deadline_at: null,
    ready_at: now,
    deleted_by: null,
    created_by: nobody,
    created_at: now,
    updated_at: now,
    ...more,
  };
  await db.tenant(tenantId, async (tenant) => {
    await insertCloudspace(tenant, row, now);
    await tenant.query('UPDATE platform.namespaces SET due_at = NULL WHERE cloudspace_id = $1', [row.id]);
  });
  return row.id;
}

export interface PaperApp {
  readonly app?: Partial<AppRow>;
  /** Of its newest revision. */
  readonly newest?: Partial<DeploymentRow>;
  readonly content?: Partial<Content>;
}

/** Revision 1 is Live, or was; revision 2 is the newest, in the phase given. */
export async function writeApp(
  place: AppsPlace,
  cloudspaceId: string,
  name: string,
  phase: DeploymentPhase,
  { app: more = {}, newest = {}, content: asked = {} }: PaperApp = {},
): Promise<string> {
  const { db, tenantId, clusterId } = place;
  const id = makeId();
  const current = phase === 'Live' ? 2 : 1;
  const after = content(`registry.acme.example/shop/${name}:2`, asked);
  const row: AppRow = {
    id,
    version: 1,
    cloudspace_id: cloudspaceId,
    cluster_id: clusterId,
    name,
    content: after,
    rollback_on_failure: false,
    desired_replicas: 3,
    replicas_at: systemClock.now(),
    scale_pending: false,
    revision: 2,
    phase,
    current_revision: current,
    pinned: null,
    state: 'active',
    state_message: null,
    state_deadline_at: null,
    remove_objects: false,
    created_by: nobody,
    deleted_by: null,
    created_at: ago(90_000),
    updated_at: ago(60),
    ...more,
  };
  await db.tenant(tenantId, async (tenant) => {
    await insertApp(tenant, row);
    const first = content(`registry.acme.example/shop/${name}:1`);
    await writeRevision(tenant, row, { revision: 1, phase: 'Live', is_current: current === 1, content: first });
    await writeRevision(tenant, row, {
      revision: 2,
      previous_revision: 1,
      phase,
      is_current: current === 2,
      content: after,
      ...newest,
    });
    await upsertState(tenant, id, {
      ready_replicas: 3,
      running_replicas: 3,
      health: 'Healthy',
      gitops: 'Synced',
      pods: [1, 2, 3].map((at) => ({
        name: `${name}-6c9f7d5b8-${at}`,
        phase: 'Running',
        ready: true,
        restarts: 0,
        node: `node-${at}`,
        reason: null,
        message: null,
        created_at: ago(600).toISOString(),
      })),
      reachable: true,
      reachable_by: 'service_proxy',
      checked_at: ago(10),
    });
  });
  return id;
}

const steps = ['Queued', 'Syncing', 'RollingOut', 'Verifying'] as const;

async function writeRevision(
  db: TenantDb,
  app: AppRow,
  {
    revision,
    phase,
    content: asked,
    ...more
  }: Pick<DeploymentRow, 'revision' | 'phase' | 'content'> & Partial<DeploymentRow>,
): Promise<void> {
  const isOver = phase === 'Live' || phase === 'Failed';
  const reached = phase === 'Live' ? steps : steps.slice(0, 3);
  const began = revision === 1 ? 90_000 : 240;
  await insertDeployment(db, {
    id: makeId(),
    version: 1,
    app_id: app.id,
    cloudspace_id: app.cloudspace_id,
    cluster_id: app.cluster_id,
    revision,
    previous_revision: null,
    of_revision: null,
    instead_of: null,
    content: asked,
    image: asked.source.image,
    digest: phase === 'Live' ? `sha256:${'4'.repeat(64)}` : null,
    trigger: 'api',
    actor: nobody,
    note: revision === 1 ? null : 'Retry payments once',
    phase,
    phases: reached.map((one, at) => ({
      phase: one,
      started_at: ago(began - at * 10).toISOString(),
      ended_at: isOver || at < reached.length - 1 ? ago(began - at * 10 - 10).toISOString() : null,
    })),
    reason: null,
    message: null,
    pods: [],
    progress: isOver ? null : '2 of 3 new pods are ready',
    sent: 'everything',
    applied_generation: 1,
    rolled_back_to: null,
    canceled_by: null,
    is_current: false,
    created_at: ago(began),
    deadline_at: isOver ? null : ago(-7_200),
    finished_at: isOver ? ago(began - 40) : null,
    ...more,
  });
}

const crashed = {
  reason: 'crash_loop',
  message: '2 of 2 new pods end again and again: exit code 1. Read the last lines of its log.',
  pods: ['x2v4q', 'm8kzp'].map((end) => ({
    name: `cart-7c9d8b6f5-${end}`,
    reason: 'CrashLoopBackOff',
    message: 'The container ended with exit code 1.',
    restarts: 3,
    exit_code: 1,
    log_tail: ['cart 2 starts, port 8080', 'FATAL PAYMENTS_TIMEOUT is not set'],
  })),
} as const satisfies Partial<DeploymentRow>;

const weekMs = 604_800_000;

export async function writeApps(place: AppsPlace): Promise<PaperApps> {
  const cloudspace = await writeCloudspace(place, 'shop-apps', {
    registries: [{ host: 'registry.acme.example', username: 'shop-pull', set_at: ago(9_000).toISOString() }],
  });
  const cloudspaceFailed = await writeCloudspace(place, 'data', {
    phase: 'Failed',
    reason: 'rights_missing',
    message: 'The credentials of the cluster may not create namespaces. Grant it, then retry.',
    quota: null,
  });
  const write = (name: string, phase: DeploymentPhase, made?: PaperApp) =>
    writeApp(place, cloudspace, name, phase, made);
  return {
    cloudspace,
    cloudspaceFailed,
    live: await write('checkout', 'Live'),
    failed: await write('cart', 'Failed', { newest: crashed }),
    running: await write('payments', 'RollingOut'),
    pinned: await write('search', 'Live', {
      app: {
        pinned: {
          revision: 2,
          by: nobody,
          reason: 'The index is being rebuilt',
          at: new Date(Date.now() - 2 * weekMs).toISOString(),
        },
      },
    }),
    undeleted: await write('importer', 'Live', {
      app: { state: 'delete_failed', state_message: 'Service importer stays: finalizer example.com/hold.' },
    }),
  };
}

/** As if there never had been any: a cluster with CloudSpaces is not removed. */
export async function forgetApps({ db, tenantId, clusterId }: AppsPlace): Promise<void> {
  await db.tenant(tenantId, async (tenant) => {
    const within = `WHERE ${tenantFilter()} AND cluster_id = $1`;
    const apps = await tenant.query<{ id: string }>(`SELECT id FROM platform.apps ${within}`, [clusterId]);
    for (const { id } of apps) await deleteApp(tenant, id);
    const all = await tenant.query<{ id: string }>(`SELECT id FROM platform.cloudspaces ${within}`, [clusterId]);
    for (const { id } of all) await deleteCloudspace(tenant, id);
  });
}
