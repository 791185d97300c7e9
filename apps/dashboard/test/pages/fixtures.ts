import type { Paths, Schemas } from '@wheelhouse/sdk';
import type { Action, Canary, Plan } from '../../src/api/actions.ts';
import type { Autonomy, LedgerRow } from '../../src/api/autonomy.ts';
import type { Cluster, Health } from '../../src/api/clusters.ts';
import type { KillSwitch } from '../../src/api/kill-switch.ts';
import type { Webhook } from '../../src/api/webhooks.ts';

type Session = Paths['/auth/api/v1/session']['GET']['answers'][200];

const now = new Date().toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();

export const personId = '01a1cf00-0000-7000-8000-0000000000a1';
export const clusterId = '01a1cf00-0000-7000-8000-0000000000c1';
export const actionId = '01a1cf00-0000-7000-8000-0000000000b1';
export const webhookId = '01a1cf00-0000-7000-8000-0000000000d1';

const tenant = { id: '01a1cf00-0000-7000-8000-0000000000e1', slug: 'acme', name: 'Acme' };

export const session = (more: Partial<Session> = {}): Session => ({
  session_id: '01a1cf00-0000-7000-8000-0000000000f1',
  user: { id: personId, email: 'ada@acme.example', name: 'Ada', role: 'owner', totp: false },
  tenant,
  authenticated_at: now,
  expires_at: later,
  ...more,
});

export const me = (scopes: readonly string[]): Schemas['auth']['Me'] => ({
  kind: 'user',
  id: personId,
  name: 'Ada',
  email: 'ada@acme.example',
  role: null,
  scopes,
  cluster_ids: null,
  cloudspace_ids: null,
  tenant,
});

export const cluster = (more: Partial<Cluster> = {}): Cluster => ({
  id: clusterId,
  name: 'prod-eu',
  description: '',
  server: 'https://10.0.0.1:6443',
  phase: 'Ready',
  reason: 'ready',
  message: '',
  last_seen_at: now,
  version: 'v1.36.4',
  rights: [],
  credential: { kind: 'token', expires_at: null },
  deployable: true,
  deploy_reason: 'ready',
  deploy_message: '',
  deploy_credential: null,
  created_at: now,
  updated_at: now,
  ...more,
});

export const health = (more: Partial<Health> = {}): Health => ({
  healthScore: 100,
  readyNodes: 3,
  totalNodes: 3,
  issues: [],
  issues_total: 0,
  observed_at: now,
  stale: false,
  clusters: [{ cluster_id: clusterId, healthScore: 100, stale: false }],
  ...more,
});

export const released: KillSwitch = { engaged: false, tenant: null, clusters: [], still_running: [] };

export const engagement = (reason: string | null = 'the shop is down') => ({
  engaged_at: new Date(Date.now() - 240_000).toISOString(),
  engaged_by: { type: 'user' as const, id: personId },
  reason,
});

export const plan = (before: number, after: number): Plan => ({
  action: 'scale_deployment',
  target: { namespace: 'shop', deployment_name: 'checkout', replicas: after },
  cluster_id: clusterId,
  target_uid: 'uid-1',
  summary: `Scale Deployment checkout in shop from ${before} to ${after} replicas`,
  changes: [{ field: 'spec.replicas', before, after }],
  touches: { pods: [], replicas: before },
  blocking_budgets: [],
  warnings: [],
  guards: [],
  upper_bound_seconds: 630,
  undo: { possible: true, words: `Scale it back to ${before} replicas.` },
  refused: null,
  drain: null,
  etag: `"${before}-${after}"`,
});

export const action = (more: Partial<Action> = {}): Action => ({
  id: actionId,
  cluster_id: clusterId,
  action: 'scale_deployment',
  target: { namespace: 'shop', deployment_name: 'checkout', replicas: 3 },
  status: 'pending_approval',
  step: null,
  progress: null,
  result: null,
  error: null,
  origin: 'decision',
  decision_id: null,
  incident_id: null,
  reason: 'checkout has been idle for six hours.',
  confidence: 0.62,
  evidence: [],
  details: {},
  proposed_by: { type: 'rule', id: 'idle' },
  requested_by: null,
  approved_by: null,
  rejected_by: null,
  canceled_by: null,
  note: null,
  undoes: null,
  plan: plan(6, 3),
  planned_at: now,
  expires_at: later,
  created_at: now,
  started_at: null,
  finished_at: null,
  ...more,
});

export const webhook = (more: Partial<Webhook> = {}, of: Partial<Webhook['health']> = {}): Webhook => ({
  id: webhookId,
  format: 'event',
  url: 'https://hooks.acme.example/wheelhouse',
  events: ['*'],
  cluster_ids: null,
  cloudspace_ids: null,
  description: '',
  rate_limit_per_second: null,
  state: 'active',
  disabled_reason: null,
  disabled_at: null,
  previous_secret_expires_at: null,
  health: {
    succeeded: 0,
    failed: 0,
    success_share: null,
    p95_ms: null,
    pending: 0,
    held: 0,
    oldest_pending_at: null,
    consecutive_failures: 0,
    failing_since: null,
    next_probe_at: null,
    ...of,
  },
  created_at: now,
  updated_at: now,
  ...more,
});

export const agentSettings = {
  self_approval: false,
  plan_must_be_named: false,
  pending_seconds: 86_400,
  cooldown_seconds: 300,
  max_drains_per_cluster: 1,
  max_automated_per_hour: 20,
  max_cordoned_percent: 10,
  protected_namespaces: ['kube-system', 'wheelhouse'],
  protected_node_labels: ['node-role.kubernetes.io/control-plane'],
  automated_scale_to_zero: false,
  automated_unmanaged_pods: false,
  dry_mode: false,
};

export const canary = (more: Partial<Canary> = {}): Canary => ({
  verdict: 'pending',
  why: null,
  score_before: 88,
  score_after: null,
  allowed_drop: 10,
  settle_seconds: 60,
  settles_at: later,
  issues: [],
  replicas_before: 4,
  replicas_after: 6,
  ...more,
});

const nothingSet = {
  scale_deployment: null,
  restart_pod: null,
  cordon_node: null,
  uncordon_node: null,
  drain_node: null,
  rollback_deployment: null,
};

/** What is set for all clusters, and for the one there is. */
export const autonomy = (all: Partial<Autonomy['tenant']> = {}, own: Partial<Autonomy['tenant']> = {}): Autonomy => ({
  tenant: { ...nothingSet, ...all },
  clusters: [
    {
      cluster_id: clusterId,
      autonomy: { ...nothingSet, ...own },
      effective: { ...nothingSet, ...all, ...own },
    },
  ],
});

export const ledgerRow = (more: Partial<LedgerRow> = {}): LedgerRow => ({
  action: 'scale_deployment',
  origin: 'decision',
  actions: 10,
  automatic: 0,
  approved: 0,
  requested: 0,
  rejected: 0,
  expired: 0,
  canceled: 0,
  refused: 0,
  refused_by: [],
  reverted: 0,
  failed: 0,
  success: 0,
  time_to_approve: null,
  time_to_finish: null,
  ...more,
});
