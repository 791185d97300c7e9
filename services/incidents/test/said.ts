import { randomUUID } from 'node:crypto';
import {
  actionEndedType,
  actionStartedType,
  analysisConcludedType,
  issuesChangedType,
  verdictReachedType,
  workloadChangedType,
} from '@wheelhouse/contracts';
import type {
  ActionEnded,
  ActionStarted,
  AnalysisConcluded,
  EventData,
  IssueChange,
  VerdictReached,
  WorkloadChange,
} from '@wheelhouse/contracts';
import type { Said } from './house.ts';

/** What the neighbours say. */

export const deployment = (name: string, namespace = 'shop') => ({ kind: 'Deployment', namespace, name });
export const nodeObject = (name: string) => ({ kind: 'Node', namespace: null, name });

/** An issue of k8s-monitor, which goes by its id. */
export function issue(firstSeen: Date, more: Partial<IssueChange> = {}): IssueChange {
  return {
    change: 'opened',
    issue_id: randomUUID(),
    reason: 'crash_loop',
    category: 'workloads',
    severity: 'critical',
    object: deployment('checkout'),
    message: 'One pod is in a crash loop.',
    expected: false,
    count: 1,
    first_seen: firstSeen.toISOString(),
    nodes: [],
    all_on_nodes: false,
    ...more,
  };
}

export const resolved = (one: IssueChange): IssueChange => ({
  ...one,
  change: 'resolved',
  nodes: [],
  all_on_nodes: false,
});
export const returned = (one: IssueChange): IssueChange => ({ ...one, change: 'returned', count: one.count + 1 });

/** What one round of the monitor saw. */
export function round(clusterId: string, at: Date, ...changes: readonly IssueChange[]): Said {
  return {
    source: 'k8s-monitor',
    type: issuesChangedType,
    data: { cluster_id: clusterId, at: at.toISOString(), changes },
    at,
  };
}

export function workload(clusterId: string, at: Date, more: Partial<WorkloadChange> = {}): Said {
  const change: WorkloadChange = {
    change: 'template',
    object: deployment('checkout'),
    images: { before: ['shop/checkout:1'], after: ['shop/checkout:2'] },
    replicas: { before: 3, after: 3 },
    manager: 'kubectl-edit',
    at: at.toISOString(),
    ...more,
  };
  return { source: 'k8s-monitor', type: workloadChangedType, data: { cluster_id: clusterId, changes: [change] }, at };
}

type Phase = EventData<'cluster.phase_changed'>['to'];

export function phase(clusterId: string, to: Phase, at?: Date, from: Phase = 'Ready'): Said {
  const data: EventData<'cluster.phase_changed'> = {
    cluster_id: clusterId,
    name: 'prod-eu',
    from,
    to,
    reason: 'said',
    message: to === 'Ready' ? 'It answers.' : 'It does not answer.',
    url: 'https://wheelhouse.example.test/clusters/1',
  };
  return { source: 'platform', type: 'cluster.phase_changed', data, ...(at && { at }) };
}

export const clusterRemoved = (clusterId: string): Said => ({
  source: 'platform',
  type: 'internal.cluster_removed',
  data: { cluster_id: clusterId },
});

export function cloudspace(clusterId: string, namespace: string, id: string, to = 'Ready'): Said {
  const data = { cloudspace_id: id, cluster_id: clusterId, namespace, phase: to };
  return { source: 'platform', type: 'internal.cloudspace_changed', data };
}

const app = {
  app_id: 'a0000000-0000-4000-8000-000000000001',
  app_name: 'checkout',
  cloudspace_id: 'a0000000-0000-4000-8000-000000000002',
  namespace: 'shop',
} as const;

const deploy = {
  ...app,
  deployment_id: 'a0000000-0000-4000-8000-000000000003',
  revision: 42,
  previous_revision: 41,
  image: 'shop/checkout:42',
  trigger: 'api',
  actor: { type: 'user', id: 'a0000000-0000-4000-8000-000000000004' },
  url: 'https://wheelhouse.example.test/apps/1/deployments/42',
} as const;

export function deployFailed(clusterId: string, started: Date, finished: Date): Said {
  const data: EventData<'app.deploy_failed'> = {
    ...deploy,
    cluster_id: clusterId,
    started_at: started.toISOString(),
    finished_at: finished.toISOString(),
    phase: 'RollingOut',
    reason: 'image_pull_failed',
    message: '1 of 4 new pods cannot pull shop/checkout:42: not found.',
    rolled_back_to: 41,
  };
  return { source: 'platform', type: 'app.deploy_failed', data, at: finished };
}

/** The rollback after it. */
export function rolledBack(clusterId: string, started: Date, finished: Date): Said {
  const data: EventData<'app.deployed'> = {
    ...deploy,
    cluster_id: clusterId,
    deployment_id: 'a0000000-0000-4000-8000-000000000005',
    revision: 43,
    previous_revision: 42,
    image: 'shop/checkout:41',
    trigger: 'rollback',
    actor: null,
    started_at: started.toISOString(),
    finished_at: finished.toISOString(),
    reachable_url: null,
  };
  return { source: 'platform', type: 'app.deployed', data, at: finished };
}

export function appDeleted(clusterId: string, at: Date): Said {
  const data: EventData<'app.deleted'> = { ...app, cluster_id: clusterId, actor: deploy.actor, url: deploy.url };
  return { source: 'platform', type: 'app.deleted', data, at };
}

type Action = Pick<ActionStarted, 'action_id' | 'cluster_id' | 'action' | 'target'>;

export function actionOf(clusterId: string, action: Action['action'], target: Action['target']): Action {
  return { action_id: randomUUID(), cluster_id: clusterId, action, target };
}

const undecided = {
  incident_id: null,
  decision_id: null,
  approved_by: null,
  requested_by: null,
  note: null,
} as const;

export function actionStarted(action: Action, at: Date, more: Partial<ActionStarted> = {}): Said {
  const until = new Date(at.getTime() + 600_000).toISOString();
  const data: ActionStarted = { ...undecided, ...action, expects: [], until, ...more };
  return { source: 'action-agent', type: actionStartedType, data, at };
}

export function actionEnded(action: Action, startedAt: Date | null, at: Date, more: Partial<ActionEnded> = {}): Said {
  const data: ActionEnded = {
    ...undecided,
    ...action,
    status: 'success',
    result: null,
    error: null,
    decided_by: null,
    started_at: startedAt?.toISOString() ?? null,
    finished_at: at.toISOString(),
    details: {},
    ...more,
  };
  return { source: 'action-agent', type: actionEndedType, data, at };
}

export function actionPending(action: Action, at: Date, more: Partial<EventData<'action.pending'>> = {}): Said {
  const data: EventData<'action.pending'> = {
    ...action,
    decision_id: randomUUID(),
    incident_id: null,
    reason: 'Its disk reports unreadable sectors.',
    confidence: 0.8,
    plan_summary: 'Cordons the node.',
    plan_etag: null,
    proposed_by: { type: 'rule', id: randomUUID() },
    expires_at: new Date(at.getTime() + 3_600_000).toISOString(),
    url: 'https://wheelhouse.example.test/actions/1',
    ...more,
  };
  return { source: 'action-agent', type: 'action.pending', data, at };
}

export function analysisConcluded(
  clusterId: string,
  incidentId: string,
  at: Date,
  more: Partial<AnalysisConcluded> = {},
): Said {
  const data: AnalysisConcluded = {
    analysis_id: randomUUID(),
    incident_id: incidentId,
    cluster_id: clusterId,
    object: deployment('checkout'),
    conclusion: 'action_proposed',
    rule: 'wedged_pod',
    summary: 'One pod of three no longer answers, and the other two are well: restart it.',
    advice: null,
    evidence: [{ n: 1, source: 'pods', summary: 'Pod checkout-1 is not ready for 4 min.' }],
    decision_id: randomUUID(),
    automatic: false,
    asked_because: 'The autonomy setting says ask.',
    concluded_at: at.toISOString(),
    ...more,
  };
  return { source: 'agent-analysis', type: analysisConcludedType, data, at };
}

export function verdictReached(clusterId: string, at: Date, more: Partial<VerdictReached> = {}): Said {
  const data: VerdictReached = {
    verdict_id: randomUUID(),
    decision_id: randomUUID(),
    action_id: randomUUID(),
    incident_id: null,
    cluster_id: clusterId,
    rule_id: null,
    action: 'restart_pod',
    target_key: 'pod shop/checkout-1',
    verdict: 'cured',
    automatic: false,
    overruled: false,
    summary: 'Cured: the crash loop ended 2 min after the restart and has not come back within 30 min.',
    reached_at: at.toISOString(),
    ...more,
  };
  return { source: 'agent-feedback', type: verdictReachedType, data, at };
}
