import type { App, Cloudspace, Content, Deployment, DeploymentInFull, DeployStatus } from '../../src/api/apps.ts';
import { clusterId, personId } from './fixtures.ts';
import type { PaperApi, Refused } from './paper-api.ts';

export const appId = '01a1cf00-0000-7000-8000-000000000a11';
export const cloudspaceId = '01a1cf00-0000-7000-8000-000000000c51';

export const onePath = '/platform/api/v1/apps/{id}';
export const appsPath = '/platform/api/v1/apps';
export const logsPath = `${onePath}/logs`;

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
export const soon = (seconds: number): string => ago(-seconds);

export const you = { type: 'user', id: personId } as const;

export const image = (tag: string) => `registry.acme.example/shop/checkout:${tag}`;

export const content = (more: Partial<Content> = {}): Content => ({
  source: { type: 'image', image: image('1.8') },
  port: 8080,
  resources: { cpu_request: '250m', memory_request: '256Mi', memory_limit: '256Mi', cpu_limit: null },
  tls: false,
  env: { LOG_LEVEL: 'info', PAYMENTS_URL: 'http://payments.shop-apps.svc.cluster.local:8080' },
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

type Phase = Deployment['phase'];

/** Seconds that each phase took; the last lasts, unless it has ended. */
export function phasesOf(took: readonly (readonly [Phase, number])[], endedAgo: number | null): Deployment['phases'] {
  const whole = took.reduce((sum, [, seconds]) => sum + seconds, 0);
  let at = (endedAgo ?? 0) + whole;
  return took.map(([phase, seconds], index) => {
    const started_at = ago(at);
    at -= seconds;
    return { phase, started_at, ended_at: index === took.length - 1 && endedAgo === null ? null : ago(at) };
  });
}

export const deployment = (more: Partial<Deployment> = {}): Deployment => ({
  id: `01a1cf00-0000-7000-8000-0000000d${String(more.revision ?? 8).padStart(4, '0')}`,
  app_id: appId,
  app_name: 'checkout',
  cloudspace_id: cloudspaceId,
  cluster_id: clusterId,
  revision: 8,
  previous_revision: 7,
  of_revision: null,
  image: image('1.8'),
  digest: 'sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1',
  trigger: 'api',
  actor: you,
  note: 'Retry payments once',
  phase: 'Live',
  phases: phasesOf(
    [
      ['Queued', 0.4],
      ['Syncing', 1.6],
      ['RollingOut', 21],
      ['Verifying', 2],
    ],
    1_200,
  ),
  reason: null,
  message: null,
  progress: null,
  pods: [],
  rolled_back_to: null,
  diff: [
    { path: 'env.LOG_LEVEL', before: 'debug', after: 'info' },
    { path: 'image', before: image('1.7'), after: image('1.8') },
  ],
  is_current: true,
  can_rollback: false,
  can_cancel: false,
  created_at: ago(1_225),
  deadline_at: null,
  finished_at: ago(1_200),
  url: 'https://wheelhouse.example',
  ...more,
});

export const inFull = (of: Deployment, more: Partial<Content> = {}): DeploymentInFull => ({
  ...of,
  content: content({ source: { type: 'image', image: of.image }, ...more }),
});

/** Revision 9, whose image cannot be pulled. */
export const failed = (more: Partial<Deployment> = {}): Deployment =>
  deployment({
    revision: 9,
    previous_revision: 8,
    image: image('1.9'),
    digest: null,
    note: null,
    phase: 'Failed',
    phases: phasesOf(
      [
        ['Queued', 0.3],
        ['Syncing', 1.2],
        ['RollingOut', 48],
      ],
      240,
    ),
    reason: 'crash_loop',
    message:
      '2 of 2 new pods end again and again: exit code 1. Read the last lines of its log; then deploy a corrected version.',
    pods: [
      {
        name: 'checkout-7c9d8b6f5-x2v4q',
        reason: 'CrashLoopBackOff',
        message: 'The container ended with exit code 1, 3 times.',
        restarts: 3,
        exit_code: 1,
        log_tail: [
          '2026-11-18T07:52:10.114Z INFO  checkout 1.9 starts, port 8080',
          '2026-11-18T07:52:10.201Z INFO  reading configuration from the environment',
          '2026-11-18T07:52:10.206Z FATAL PAYMENTS_TIMEOUT is not set; give it in seconds',
        ],
      },
      {
        name: 'checkout-7c9d8b6f5-m8kzp',
        reason: 'CrashLoopBackOff',
        message: 'The container ended with exit code 1, 3 times.',
        restarts: 3,
        exit_code: 1,
        log_tail: [],
      },
    ],
    diff: [{ path: 'image', before: image('1.8'), after: image('1.9') }],
    is_current: false,
    created_at: ago(290),
    finished_at: ago(240),
    ...more,
  });

/** Its fields are those of its newest deployment, unless told. */
export const app = (more: Partial<App> = {}): App => {
  const newest = more.deployment ?? deployment();
  return {
    id: appId,
    name: 'checkout',
    cloudspace_id: cloudspaceId,
    cloudspace_name: 'shop-apps',
    cluster_id: clusterId,
    namespace: 'shop-apps',
    ...content({ source: { type: 'image', image: newest.image } }),
    replicas: 3,
    rollback_on_failure: true,
    pinned: null,
    state: 'active',
    state_message: null,
    revision: newest.revision,
    current_revision: newest.phase === 'Live' ? newest.revision : newest.previous_revision,
    phase: newest.phase,
    health: 'Healthy',
    gitops: 'Synced',
    reason: newest.reason,
    message: newest.message,
    ready_replicas: 3,
    reachable: true,
    url: 'http://checkout.shop-apps.svc.cluster.local:8080',
    created_by: you,
    created_at: ago(900_000),
    updated_at: ago(1_200),
    deployment: newest,
    ...more,
  };
};

const pod = (end: string, more: Partial<DeployStatus['pods'][number]> = {}): DeployStatus['pods'][number] => ({
  name: `checkout-6c9f7d5b8-${end}`,
  phase: 'Running',
  ready: true,
  restarts: 0,
  node: 'node-7',
  reason: null,
  message: null,
  created_at: ago(1_220),
  ...more,
});

export const status = (of: App = app(), more: Partial<DeployStatus> = {}): DeployStatus => ({
  phase: of.phase,
  gitops: of.gitops,
  ready_replicas: of.ready_replicas,
  reachable: of.reachable,
  reachable_by: 'service_proxy',
  desired_replicas: of.replicas,
  running_replicas: of.replicas,
  replicas_by: null,
  health: of.health,
  reason: of.reason,
  message: of.message,
  revision: of.revision,
  current_revision: of.current_revision,
  since: ago(1_200),
  deadline_at: null,
  url: of.url,
  pods: [pod('4hjnl'), pod('9vxrt', { node: 'node-3' }), pod('zk2fw', { node: 'node-5' })],
  pinned: of.pinned,
  checked_at: ago(12),
  observed_at: ago(1),
  stale: false,
  ...more,
});

export const cloudspace = (more: Partial<Cloudspace> = {}): Cloudspace => ({
  id: cloudspaceId,
  name: 'shop-apps',
  cluster_id: clusterId,
  namespace: 'shop-apps',
  quota: { cpu: '4', memory: '8Gi', pods: 20 },
  pod_security: 'baseline',
  placement: null,
  registries: [{ host: 'registry.acme.example', username: 'shop-pull', set_at: ago(900_000) }],
  phase: 'Ready',
  reason: 'ready',
  message: 'Everything is in the cluster as asked for. Create an app in it.',
  phase_since: ago(900_000),
  deadline_at: null,
  apps_total: 1,
  created_by: you,
  created_at: ago(950_000),
  updated_at: ago(900_000),
  ...more,
});

/** Revisions 5 to 8, of which the older ones can be put back. */
export const history = (newest: Deployment = deployment()): readonly Deployment[] => [
  newest,
  ...(newest.revision > 8 ? [deployment()] : []),
  deployment({
    revision: 7,
    previous_revision: 5,
    image: image('1.7'),
    note: null,
    is_current: false,
    can_rollback: true,
    created_at: ago(90_000),
    finished_at: ago(89_960),
  }),
  deployment({
    revision: 6,
    previous_revision: 5,
    image: image('1.6'),
    phase: 'RolledBack',
    reason: 'not_reachable',
    message:
      'All pods are ready, but GET /healthz was answered 503. Check what the app answers there; then deploy again.',
    rolled_back_to: 5,
    note: 'New cart',
    is_current: false,
    created_at: ago(180_000),
    finished_at: ago(179_800),
  }),
  deployment({
    revision: 5,
    previous_revision: 4,
    image: image('1.5'),
    note: null,
    is_current: false,
    can_rollback: true,
    created_at: ago(500_000),
    finished_at: ago(499_970),
  }),
];

const asked = (value: string | undefined, own: string) => value === undefined || value.split(',').includes(own);

/** The list as the API filters it. */
export const listApps = (api: PaperApi, apps: readonly App[]): PaperApi =>
  api.answers('GET', appsPath, ({ query: { phase, state, pinned, q = '', cloudspace_id } }) => {
    const data = apps.filter(
      (one) =>
        asked(phase, one.phase) &&
        asked(state, one.state) &&
        asked(pinned, String(one.pinned !== null)) &&
        one.name.startsWith(q) &&
        asked(cloudspace_id, one.cloudspace_id),
    );
    return { data, next_cursor: null, total: data.length };
  });

export const listCloudspaces = (api: PaperApi, all: readonly Cloudspace[]): PaperApi =>
  api.answers('GET', '/platform/api/v1/cloudspaces', ({ query: { phase, q = '' } }) => {
    const data = all.filter((one) => asked(phase, one.phase) && one.name.startsWith(q));
    return { data, next_cursor: null, total: data.length };
  });

/** Its pages have all that they ask for. */
export function showApp(api: PaperApi, one: App, more: Partial<DeployStatus> = {}): PaperApi {
  const revisions = history(one.deployment);
  return listCloudspaces(listApps(api, [one]), [cloudspace()])
    .answers('GET', onePath, one)
    .answers('GET', `${onePath}/deploy-status`, status(one, more))
    .list(`${onePath}/deployments`, revisions)
    .answers('GET', `${onePath}/deployments/{revision}`, ({ path }) => {
      const revision = Number(path.split('/').at(-1));
      return inFull(revisions.find((each) => each.revision === revision) ?? one.deployment);
    });
}

/** One deployment, as its own page follows it. */
export const showDeployment = (api: PaperApi, one: Deployment, of: App): PaperApi =>
  showApp(api, of).streams(
    `${onePath}/deployments/{revision}/stream`,
    one.finished_at === null ? 'changed' : 'ended',
    inFull(one),
  );

// To be called by their published paths, once there are any.
const scalePath = `${onePath}/scale` as never;

export const scales = (api: PaperApi, after: App): PaperApi => api.answers('POST', scalePath, after as never);
export const refusesScale = (api: PaperApi, refused: Refused): PaperApi => api.refuses('POST', scalePath, refused);
export const scaled = (api: PaperApi): readonly unknown[] => api.called('POST', scalePath).map(({ body }) => body);
