import { randomUUID } from 'node:crypto';
import {
  type ActionEnded,
  actionEndedType,
  type ActionStarted,
  actionStartedType,
  builtInRuleId,
  type EventData,
  type IncidentChanged,
  incidentChangedType,
} from '@wheelhouse/contracts';

/** What the neighbours say. */

/** An event of another module, as it lies in its outbox. */
export interface Said {
  readonly source: 'platform' | 'action-agent' | 'incidents' | 'auth';
  readonly type: string;
  readonly data: object;
  /** When it happened; now by default. */
  readonly at?: Date;
}

export type Action = Pick<
  ActionEnded,
  'action_id' | 'cluster_id' | 'incident_id' | 'decision_id' | 'action' | 'target' | 'proposed_by' | 'automatic'
>;

export const ruleId = builtInRuleId('wedged_pod');

export function actionOf(clusterId: string, more: Partial<Action> = {}): Action {
  return {
    action_id: randomUUID(),
    cluster_id: clusterId,
    incident_id: randomUUID(),
    decision_id: randomUUID(),
    action: 'restart_pod',
    target: { namespace: 'shop', pod: 'checkout-6c9f7d5b8-x2v4q' },
    proposed_by: { type: 'rule', id: ruleId },
    automatic: false,
    ...more,
  };
}

const undecided = { approved_by: null, requested_by: null, note: null } as const;

export function started(action: Action, at: Date): Said {
  const until = new Date(at.getTime() + 600_000).toISOString();
  const data: ActionStarted = { ...undecided, ...action, expects: [], until };
  return { source: 'action-agent', type: actionStartedType, data, at };
}

export function ended(action: Action, startedAt: Date | null, at: Date, more: Partial<ActionEnded> = {}): Said {
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

export function incident(
  { cluster_id, incident_id }: Pick<Action, 'cluster_id' | 'incident_id'>,
  change: IncidentChanged['change'],
  at: Date,
  more: Partial<IncidentChanged> = {},
): Said {
  const data: IncidentChanged = {
    change,
    incident_id: incident_id ?? randomUUID(),
    cluster_id,
    severity: 'high',
    object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
    rules: ['crash_loop'],
    started_at: at.toISOString(),
    previous_incident_id: null,
    at: at.toISOString(),
    ...more,
  };
  return { source: 'incidents', type: incidentChangedType, data, at };
}

type Phase = EventData<'cluster.phase_changed'>['to'];

export function phase(clusterId: string, to: Phase, at: Date): Said {
  const data: EventData<'cluster.phase_changed'> = {
    cluster_id: clusterId,
    name: 'prod-eu',
    from: null,
    to,
    reason: 'said',
    message: 'It was said.',
    url: 'https://wheelhouse.example.test/clusters/1',
  };
  return { source: 'platform', type: 'cluster.phase_changed', data, at };
}
