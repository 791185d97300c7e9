import type { EventData } from '@wheelhouse/contracts';
import type { IncidentObject } from '../object.ts';
import { groupOfObject } from '../signals/group.ts';
import { oneLine } from '../one-line.ts';
import { categoryOf, titleOf } from './rules.ts';
import { longestMessage, type Signal } from '../signals/signal.ts';

type PhaseChange = EventData<'cluster.phase_changed'>;

const rules: Readonly<Partial<Record<PhaseChange['to'], string>>> = {
  Unreachable: 'cluster_unreachable',
  Failed: 'cluster_failed',
};

export const clusterObject = (name: string): IncidentObject => ({ kind: 'Cluster', namespace: null, name });

/** A cluster that cannot be reached is trouble until it is Ready again; the phases between say nothing. */
export function signalFromPhase({ cluster_id, name, to, message }: PhaseChange, at: Date): Signal | undefined {
  const rule = rules[to];
  if (rule === undefined && to !== 'Ready') return undefined;
  const object = clusterObject(name);
  return {
    source: 'platform',
    key: `cluster ${cluster_id}`,
    clusterId: cluster_id,
    rule: rule ?? 'cluster_unreachable',
    severity: 'critical',
    category: categoryOf('cluster_unreachable'),
    title: titleOf(rule ?? 'cluster_unreachable', `Cluster ${name}`),
    service: '',
    message: oneLine(message, longestMessage),
    object,
    namespace: undefined,
    nodes: [],
    allOnNodes: false,
    // Not by its name, which may change.
    groupKey: groupOfObject(cluster_id, clusterObject('')),
    isFiring: rule !== undefined,
    at,
    since: at,
    isRepeated: false,
  };
}
