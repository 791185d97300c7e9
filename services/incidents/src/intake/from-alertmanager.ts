import type { IncidentObject } from '../object.ts';
import { groupOfAlert, groupOfObject, rootOf } from '../signals/group.ts';
import { oneLine } from '../one-line.ts';
import { categoryFrom, cutTitle } from './rules.ts';
import type { AlertmanagerBody } from './schema.ts';
import { timeGiven } from './since.ts';
import { longestMessage, type Signal } from '../signals/signal.ts';
import type { Severity } from '../severity.ts';

type Alert = AlertmanagerBody['alerts'][number];

const severities: Readonly<Record<string, Severity | undefined>> = {
  critical: 'critical',
  high: 'high',
  error: 'high',
  page: 'high',
  warning: 'medium',
  info: undefined,
  none: undefined,
};

/** Labels of the usual exporters, and the kind of object each names. The most particular first. */
const objectLabels: readonly (readonly [label: string, kind: string])[] = [
  ['deployment', 'Deployment'],
  ['statefulset', 'StatefulSet'],
  ['daemonset', 'DaemonSet'],
  ['cronjob', 'CronJob'],
  ['job_name', 'Job'],
  ['horizontalpodautoscaler', 'HorizontalPodAutoscaler'],
  ['pod', 'Pod'],
  ['node', 'Node'],
];
const withoutNamespace: ReadonlySet<string> = new Set(['Node']);

/** Alertmanager's webhook body, version 4; each alert is a signal under its fingerprint. */
export function signalsFromAlertmanager(clusterId: string, { alerts }: AlertmanagerBody, now: Date): readonly Signal[] {
  return alerts.map((alert) => signalFrom(clusterId, alert, now));
}

function signalFrom(clusterId: string, alert: Alert, now: Date): Signal {
  const { labels, annotations = {}, fingerprint } = alert;
  const rule = oneLine(labels['alertname'] ?? '', 100) || 'alert';
  const named = objectIn(labels);
  const { object, why } = named === undefined ? {} : rootOf(named);
  const namespace = namespaceIn(labels);
  const service = oneLine(labels['service'] || labels['app'] || '', 253);
  const severity = severityOf(labels['severity']);
  const isFiring = alert.status === 'firing' && severity !== undefined;
  const since = timeGiven(alert.startsAt, now);
  return {
    source: 'alertmanager',
    key: fingerprint,
    clusterId,
    rule,
    severity,
    category: categoryFrom(labels['category']),
    title: cutTitle(annotations['summary'] ?? '') || rule,
    service,
    message: oneLine(
      annotations['description'] ?? annotations['message'] ?? annotations['summary'] ?? '',
      longestMessage,
    ),
    object,
    namespace,
    nodes: object?.kind === 'Node' ? [object.name] : [],
    allOnNodes: false,
    groupKey:
      object === undefined ? groupOfAlert(clusterId, { rule, namespace, service }) : groupOfObject(clusterId, object),
    isFiring,
    at: alert.status === 'firing' ? since : timeGiven(alert.endsAt, now),
    since,
    isRepeated: true,
    why,
  };
}

/** A word that is none of ours says nothing of how bad it is; it is somebody's alert all the same. */
function severityOf(word: string | undefined): Severity | undefined {
  const key = (word ?? '').toLowerCase();
  return Object.hasOwn(severities, key) ? severities[key] : 'low';
}

const name = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function objectIn(labels: Alert['labels']): IncidentObject | undefined {
  for (const [key, kind] of objectLabels) {
    const value = labels[key];
    if (value === undefined || !name.test(value)) continue;
    if (withoutNamespace.has(kind)) return { kind, namespace: null, name: value };
    const namespace = namespaceIn(labels);
    if (namespace !== undefined) return { kind, namespace, name: value };
  }
  return undefined;
}

/** Where the label names one that Kubernetes would take. */
function namespaceIn({ namespace }: Alert['labels']): string | undefined {
  return namespace !== undefined && label.test(namespace) ? namespace : undefined;
}
