import type { Incident, IncidentInFull, MaintenanceWindow, Receiver, TimelineEntry } from '../../src/api/incidents.ts';
import { action, actionId, clusterId, personId, webhookId } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

export const incidentId = '01a1cf00-0000-7000-8000-000000000101';
export const otherId = '01a1cf00-0000-7000-8000-000000000102';
export const windowId = '01a1cf00-0000-7000-8000-000000000103';

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const checkout = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };

export const incident = (more: Partial<Incident> = {}): Incident => ({
  id: incidentId,
  number: 12,
  cluster_id: clusterId,
  title: 'Deployment shop/checkout is in a crash loop',
  severity: 'critical',
  status: 'open',
  category: 'availability',
  namespace: 'shop',
  affected_service: 'checkout',
  object: checkout,
  affected: [],
  affected_total: 0,
  source: 'k8s-monitor',
  signal_count: 3,
  firing: 2,
  recurrence: 0,
  previous_incident_id: null,
  assignee_id: null,
  summary: null,
  root_cause: null,
  resolution: null,
  merged_into: null,
  quiet_since: null,
  resolves_at: null,
  started_at: minutesAgo(14),
  detected_at: minutesAgo(13),
  acknowledged_at: null,
  mitigated_at: null,
  resolved_at: null,
  closed_at: null,
  created_by: null,
  updated_at: minutesAgo(2),
  url: `https://wheelhouse.acme.example/incidents/${incidentId}`,
  ...more,
});

export const inFull = (more: Partial<IncidentInFull> = {}): IncidentInFull => ({
  ...incident(),
  review: null,
  ...more,
});

/** Its id tells its place in the order of events. */
export const entry = (minutes: number, more: Partial<TimelineEntry>): TimelineEntry => {
  const at = minutesAgo(minutes);
  const time = Date.parse(at).toString(16).padStart(12, '0');
  return {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`,
    at,
    kind: 'signal',
    summary: 'Crash loop: the container ended with exit code 1.',
    text: null,
    actor: null,
    object: null,
    ref: null,
    count: 1,
    last_at: at,
    data: {},
    receivers: null,
    ...more,
  };
};

export const person = { type: 'user', id: personId } as const;

/** From what changed to what is proposed. */
export const story = (): readonly TimelineEntry[] => [
  entry(19, {
    kind: 'change',
    summary: 'App checkout: deployed revision 8, image registry.acme.example/shop/checkout:1.8.',
    actor: person,
    object: checkout,
    ref: { type: 'app_deployment', id: '01a1cf00-0000-7000-8000-0000000000aa/8', url: null },
  }),
  entry(14, {
    summary: 'Deployment shop/checkout is in a crash loop: the container ended with exit code 1.',
    object: checkout,
    count: 6,
    last_at: minutesAgo(2),
    data: { rule: 'crash_loop', severity: 'critical', source: 'k8s-monitor' },
  }),
  entry(13, { kind: 'webhook', summary: 'Told that it opened.', ref: { type: 'event', id: 'e-1', url: null } }),
  entry(6, {
    kind: 'proposal',
    summary: 'Proposed: Scale Deployment checkout in shop from 6 to 3 replicas',
    text: 'checkout has been idle for six hours.',
    actor: { type: 'rule', id: '01a1cf00-0000-7000-8000-0000000000bb' },
    object: checkout,
    ref: { type: 'action', id: actionId, url: null },
    data: { action: 'scale_deployment' },
  }),
];

export const receiver = (more: Partial<Receiver> = {}): Receiver => ({
  webhook_id: webhookId,
  name: 'on-call in Slack',
  format: 'slack',
  state: 'succeeded',
  delivered_at: minutesAgo(13),
  ...more,
});

export const maintenance = (more: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  id: windowId,
  name: 'Kernel patches',
  cluster_id: clusterId,
  namespaces: null,
  nodes: ['node-1', 'node-2'],
  starts_at: minutesAgo(30),
  ends_at: minutesAgo(-90),
  reason: 'CVE-2026-1111',
  state: 'active',
  suppressed: 4,
  created_by: person,
  created_at: minutesAgo(60),
  ended_at: null,
  ...more,
});

/** What the page of an incident reads. */
export function showIncident(
  api: PaperApi,
  shown: IncidentInFull = inFull(),
  entries: readonly TimelineEntry[] = story(),
): PaperApi {
  const path = '/incidents/api/v1/incidents/{id}';
  const told = entries.filter(({ kind }) => kind === 'webhook');
  const from = Date.parse(shown.started_at) - 1_800_000;
  const points = Array.from({ length: 40 }, (_, index) => {
    const at = from + index * 60_000;
    const score = at < Date.parse(shown.started_at) ? 100 : 72;
    return { at: new Date(at).toISOString(), min: score, max: score, last: score };
  }).filter(({ at }) => Date.parse(at) < Date.now());
  return (
    api
      .streams(`${path}/stream`, 'snapshot', { incident: shown, entries })
      .list(
        '/incidents/api/v1/incidents/{id}/timeline',
        told.map((one) => ({ ...one, receivers: [receiver()] })),
      )
      .answers('GET', '/k8s-monitor/api/health/history', {
        from: new Date(from).toISOString(),
        to: new Date().toISOString(),
        step_seconds: 60,
        data: points,
      })
      .list('/k8s-monitor/api/v1/issues', [])
      // What is proposed about it.
      .answers('GET', '/agents/action/api/v1/actions/{id}', action())
  );
}
