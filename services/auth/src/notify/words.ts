import { actionLabels, isActionKind } from '@wheelhouse/contracts';
import type { Topic } from './schema.ts';

export interface Letter {
  readonly topic: Topic;
  /** The incident or action it is about. */
  readonly thread: string;
  readonly subject: string;
  readonly body: string;
  /** After this it tells nobody anything; undefined: by its age alone. */
  readonly until: string | undefined;
}

type Data = Readonly<Record<string, unknown>>;

/** What of an event is mailed: plain text, in which names of strangers are nothing but text. */
export function letterOf(type: string, data: Data): Letter {
  return type === 'action.pending' ? ofApproval(data) : ofIncident(type, data);
}

function ofIncident(type: string, data: Data): Letter {
  const title = line(data, 'title');
  const severity = line(data, 'severity');
  const isOver = type === 'incident.resolved';
  const ended = line(data, 'status') === 'closed' ? 'Closed' : 'Resolved';
  return {
    topic: 'incidents',
    thread: line(data, 'incident_id'),
    subject: cut(isOver ? `${ended}: ${title}` : `Incident (${severity}): ${title}`),
    body: paragraphs([
      title,
      facts([
        ['Severity', severity],
        ['Status', line(data, 'status')],
        ['Category', line(data, 'category')],
        ['Service', line(data, 'affected_service')],
        ['Namespace', line(data, 'namespace')],
        ['Cluster', line(data, 'cluster_id')],
      ]),
      link(data),
    ]),
    until: undefined,
  };
}

function ofApproval(data: Data): Letter {
  const kind = line(data, 'action');
  const what = `${isActionKind(kind) ? actionLabels[kind] : kind} ${targetOf(data['target'])}`;
  return {
    topic: 'approvals',
    thread: line(data, 'action_id'),
    subject: cut(`Approval needed: ${what}`),
    body: paragraphs([
      what,
      line(data, 'plan_summary') || 'There is no plan yet. Open it to see what it would change.',
      facts([
        ['Why', line(data, 'reason')],
        ['Expires', line(data, 'expires_at')],
        ['Cluster', line(data, 'cluster_id')],
      ]),
      `Review and approve:\n${link(data)}`,
    ]),
    until: line(data, 'expires_at') || undefined,
  };
}

function targetOf(target: unknown): string {
  if (typeof target !== 'object' || target === null) return '';
  const fields = { ...target };
  const node = line(fields, 'node_name');
  return node || `${line(fields, 'namespace')}/${line(fields, 'deployment_name') || line(fields, 'pod')}`;
}

const mostSubject = 200;
const mostValue = 2_000;
/** What moves a cursor, turns the direction of text, or ends a header. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\p{Cs}]/gu;

function line(data: Data, field: string): string {
  const value = data[field];
  if (typeof value !== 'string') return '';
  return cut(value.replaceAll(/\s+/g, ' ').trim().replaceAll(steering, '\u{fffd}'), mostValue);
}

function cut(text: string, most = mostSubject): string {
  if (text.length <= most) return text;
  // No character is cut in two.
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\u{fffd}$/u, '')}…`;
}

function facts(all: readonly (readonly [label: string, value: string])[]): string {
  return all.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`])).join('\n');
}

function link(data: Data): string {
  const url = line(data, 'url');
  return /^https?:\/\//.test(url) ? url : '';
}

function paragraphs(all: readonly string[]): string {
  return all.filter((one) => one !== '').join('\n\n');
}
