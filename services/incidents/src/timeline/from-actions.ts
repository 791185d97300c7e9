import {
  type ActionEnded,
  actionLabels,
  type ActionStarted,
  type ActionTarget,
  type EventData,
  type TerminalActionStatus,
} from '@wheelhouse/contracts';
import { groupOfObject, nodeOf } from '../signals/group.ts';
import type { IncidentObject } from '../object.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { Place } from './happened.ts';

/** What the action agent proposes, does and has done, for the timeline of the incident that it is about. */

type Pending = EventData<'action.pending'>;
type About = Pick<ActionStarted, 'action_id' | 'cluster_id' | 'incident_id' | 'action' | 'target'>;

/** Of the entry that an action began: its end belongs wherever that stands. */
export const startKey = (actionId: string) => `started ${actionId}`;

/** Without an incident of its own it is told to those of what it acts on. */
export function placeOf(about: About, others: readonly IncidentObject[] = []): Place {
  const { cluster_id: clusterId, incident_id: incidentId, target } = about;
  const objects = [objectOf(target), ...others];
  return {
    clusterId,
    incidentId,
    groupKeys: objects.map((object) => groupOfObject(clusterId, object)),
    besidesKey: startKey(about.action_id),
  };
}

export function proposed(data: Pending, at: Date): NewEntry {
  const { plan_summary: plan, expires_at, confidence, reason, proposed_by } = data;
  return {
    kind: 'proposal',
    at,
    summary: `Proposed: ${plan ?? wordsOf(data)}`,
    text: reason,
    actor: { type: proposed_by.type, id: proposed_by.id },
    ...shared(data, data.url),
    data: { action: data.action, plan_summary: plan, confidence, expires_at },
  };
}

export function started(data: ActionStarted, at: Date): readonly NewEntry[] {
  const words = wordsOf(data);
  const { approved_by: approver, requested_by: requester, note } = data;
  const action: NewEntry = {
    kind: 'action',
    key: startKey(data.action_id),
    at,
    summary: `Started: ${words}.`,
    ...(requester === null ? {} : { actor: requester }),
    ...shared(data),
    data: { action: data.action, status: 'executing' },
  };
  if (approver === null) return [action];
  const approval: NewEntry = {
    kind: 'approval',
    at,
    summary: `Approved: ${words}.`,
    ...(note === null ? {} : { text: note }),
    actor: { type: approver.type, id: approver.id },
    ...shared(data),
    data: { action: data.action },
  };
  return [approval, action];
}

const endings: Readonly<Record<TerminalActionStatus, string>> = {
  success: 'Done',
  failed: 'Failed',
  rejected: 'Rejected',
  expired: 'Expired, because nobody decided',
  canceled: 'Canceled',
};

export function ended(data: ActionEnded): NewEntry {
  const { status, result, error, decided_by: decider, note, details, finished_at, started_at } = data;
  const word = result === 'refused' ? 'Refused' : result === 'reverted' ? 'Reverted' : endings[status];
  const why = error === null ? '' : ` ${error.message}`;
  return {
    kind: started_at === null ? 'approval' : 'action',
    at: new Date(finished_at),
    summary: `${word}: ${wordsOf(data)}.${why}`,
    ...(note === null || started_at !== null ? {} : { text: note }),
    ...(decider === null ? {} : { actor: decider }),
    ...shared(data),
    data: { action: data.action, status, result, error, details },
  };
}

function shared({ action_id: id, target }: About, url: string | null = null): Pick<NewEntry, 'object' | 'ref'> {
  return { object: objectOf(target), ref: { type: 'action', id, url } };
}

function wordsOf({ action, target }: About): string {
  return `${actionLabels[action]} ${targetWords(target)}`;
}

function objectOf(target: ActionTarget): IncidentObject {
  if ('node_name' in target) return nodeOf(target.node_name);
  if ('pod' in target) return { kind: 'Pod', namespace: target.namespace, name: target.pod };
  return { kind: 'Deployment', namespace: target.namespace, name: target.deployment_name };
}

function targetWords(target: ActionTarget): string {
  if ('node_name' in target) return target.node_name;
  if ('pod' in target) return `${target.namespace}/${target.pod}`;
  const replicas = 'replicas' in target && target.replicas !== undefined ? ` to ${target.replicas} replicas` : '';
  return `${target.namespace}/${target.deployment_name}${replicas}`;
}
