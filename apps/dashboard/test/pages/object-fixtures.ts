import type { OpenIssue } from '../../src/api/clusters.ts';
import type {
  KubernetesEvent,
  NodePage,
  NodePod,
  WorkloadChange,
  WorkloadPage,
  WorkloadPod,
} from '../../src/api/objects.ts';
import { ago } from './app-fixtures.ts';
import { cluster, clusterId } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

export const workloadPath = '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}';
export const nodePath = '/k8s-monitor/api/v1/nodes/{name}';

export const workloadAt = `/clusters/${clusterId}/workloads/Deployment/shop/web`;
export const nodeAt = `/clusters/${clusterId}/nodes/node-7`;

const pod = (more: Partial<WorkloadPod> = {}): WorkloadPod => ({
  name: 'web-6c9f7d5b8-4hjnl',
  phase: 'Running',
  ready: true,
  deleting: false,
  restarts: 0,
  created_at: ago(7_200),
  reason: null,
  message: null,
  node: 'node-7',
  is_new: true,
  ...more,
});

export const failingPod = (more: Partial<WorkloadPod> = {}): WorkloadPod =>
  pod({
    name: 'web-7d9c4f6b5-x2x9k',
    phase: 'Pending',
    ready: false,
    created_at: ago(180),
    reason: 'ImagePullBackOff',
    message: 'cannot pull shop/web:9: not found',
    ...more,
  });

export const issue = (more: Partial<OpenIssue> = {}): OpenIssue => ({
  id: '01a1cf00-0000-7000-8000-000000000e01',
  cluster_id: clusterId,
  severity: 'critical',
  category: 'workloads',
  reason: 'replica_shortfall',
  object: { kind: 'Deployment', namespace: 'shop', name: 'web' },
  message: '1 of 3 pods is available.',
  first_seen: ago(170),
  last_seen: ago(1),
  count: 1,
  score_impact: 8,
  capped: false,
  suggested_action: 'Look at why its pods are not ready.',
  action_id: null,
  expected: false,
  ...more,
});

const changeOf = (at: number, more: Partial<WorkloadChange>): WorkloadChange => ({
  id: `01a1cf00-0000-7000-8000-0000000ca${String(at).padStart(3, '0')}`,
  cluster_id: clusterId,
  object: { kind: 'Deployment', namespace: 'shop', name: 'web' },
  change: 'template',
  images: { before: ['shop/web:8'], after: ['shop/web:9'] },
  replicas: { before: 3, after: 3 },
  manager: 'kubectl-set',
  at: ago(180),
  ...more,
});

export const changes: readonly WorkloadChange[] = [
  changeOf(1, {}),
  changeOf(2, { change: 'replicas', replicas: { before: 2, after: 3 }, manager: null, at: ago(86_400) }),
];

export const event = (more: Partial<KubernetesEvent> = {}): KubernetesEvent => ({
  type: 'Warning',
  reason: 'Failed',
  message: 'Failed to pull image "shop/web:9": not found',
  object: { kind: 'Pod', name: 'web-7d9c4f6b5-x2x9k' },
  count: 4,
  last_at: ago(20),
  ...more,
});

/** One whose new pods cannot pull their image. */
export const workload = (more: Partial<WorkloadPage> = {}): WorkloadPage => ({
  cluster_id: clusterId,
  kind: 'Deployment',
  namespace: 'shop',
  name: 'web',
  status: 'stuck',
  reason: 'image_pull_failed',
  message: '1 of 3 new pods cannot pull shop/web:9: not found.',
  desired: 3,
  ready: 2,
  available: 2,
  updated: 1,
  images: ['shop/web:9'],
  containers: ['web'],
  replicas_by: { manager: 'kubectl-scale', at: ago(86_400) },
  template_by: { manager: 'kubectl-set', at: ago(180) },
  owner: null,
  app_id: null,
  created_at: ago(864_000),
  pods: [failingPod(), pod(), pod({ name: 'web-6c9f7d5b8-9vxrt', node: 'node-8', is_new: false })],
  pods_total: 3,
  events: [event()],
  issues: [issue()],
  changes,
  logs: { allowed: true, grant: null },
  observed_at: ago(1),
  stale: false,
  fault: null,
  ...more,
});

export const wellWorkload = (more: Partial<WorkloadPage> = {}): WorkloadPage =>
  workload({ status: 'ok', reason: null, message: null, ready: 3, available: 3, updated: 3, issues: [], ...more });

export const nodePod = (more: Partial<NodePod> = {}): NodePod => {
  const { node: _node, is_new: _new, ...shown } = pod();
  return {
    ...shown,
    namespace: 'shop',
    owner: { kind: 'Deployment', name: 'web' },
    cpu_requests: 250,
    memory_requests: 256 * 2 ** 20,
    ...more,
  };
};

export const node = (more: Partial<NodePage> = {}): NodePage => ({
  id: '01a1cf00-0000-7000-8000-000000000707',
  cluster_id: clusterId,
  uid: 'uid-7',
  name: 'node-7',
  status: 'Ready',
  status_since: ago(864_000),
  cordoned: false,
  pressures: [],
  version: 'v1.36.4',
  cpu_allocatable: 4_000,
  cpu_usage: 1_200,
  cpu_percent: 30,
  memory_allocatable: 2 ** 33,
  memory_usage: 2 ** 31,
  memory_percent: 25,
  pods: 11,
  pods_allocatable: 110,
  message: null,
  created_at: ago(8_640_000),
  conditions: [
    { type: 'Ready', status: 'True', is_fault: false, text: 'It is ready.', message: null, since: ago(864_000) },
    {
      type: 'MemoryPressure',
      status: 'False',
      is_fault: false,
      text: 'It has enough memory.',
      message: 'kubelet has sufficient memory available',
      since: ago(864_000),
    },
  ],
  taints: [],
  labels: { zone: 'a' },
  cordoned_since: null,
  cordoned_by: null,
  cpu_capacity: 4_000,
  memory_capacity: 2 ** 33,
  cpu_requests: 2_500,
  memory_requests: 2 ** 32,
  system: { os_image: 'Debian 13', kernel: '6.12.0', container_runtime: 'containerd://2.1.0', architecture: 'amd64' },
  pod_list: [nodePod()],
  pods_total: 1,
  events: [],
  issues: [],
  observed_at: ago(1),
  stale: false,
  fault: null,
  ...more,
});

const actionsPath = '/agents/action/api/v1/actions';

/** All that its page asks for besides. */
const showUnder = (api: PaperApi): PaperApi =>
  api
    .answers('GET', '/platform/api/v1/clusters/{id}', cluster())
    .list(actionsPath, [])
    .list('/incidents/api/v1/incidents', []);

export const showWorkload = (api: PaperApi, of: WorkloadPage): PaperApi =>
  showUnder(api).answers('GET', workloadPath, of);

export const showNode = (api: PaperApi, of: NodePage): PaperApi => showUnder(api).answers('GET', nodePath, of);
