import type { IssueChange, IssuesChanged } from '@wheelhouse/contracts';
import { groupOfObject, objectWords, rootOf } from '../signals/group.ts';
import { oneLine } from '../one-line.ts';
import { categoryOf, titleOf } from './rules.ts';
import { longestMessage } from '../signals/signal.ts';
import type { Severity } from '../severity.ts';
import type { Signal } from '../signals/signal.ts';

const severities: Readonly<Record<IssueChange['severity'], Severity | undefined>> = {
  critical: 'critical',
  warning: 'medium',
  info: undefined,
};

/** Kinds that users notice as a service of that name. */
const services: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** What the monitor has seen in one round. An issue that an action of ours is meant to cause is no trouble. */
export function signalsFromMonitor({ cluster_id: clusterId, at, changes }: IssuesChanged): readonly Signal[] {
  return changes.map((change) => signalFrom(clusterId, new Date(at), change));
}

function signalFrom(clusterId: string, at: Date, change: IssueChange): Signal {
  const { issue_id, reason, message, nodes, all_on_nodes: allOnNodes } = change;
  const { object, why } = rootOf(change.object, change.scales);
  const severity = severities[change.severity];
  return {
    source: 'k8s-monitor',
    key: issue_id,
    clusterId,
    rule: reason,
    severity,
    category: categoryOf(reason),
    title: titleOf(reason, objectWords(object)),
    service: services.has(object.kind) ? object.name : '',
    message: oneLine(message, longestMessage),
    object,
    namespace: undefined,
    nodes,
    allOnNodes,
    groupKey: groupOfObject(clusterId, object),
    isFiring: change.change !== 'resolved' && !change.expected && severity !== undefined,
    at,
    since: change.change === 'opened' ? new Date(change.first_seen) : at,
    isRepeated: false,
    why,
  };
}
