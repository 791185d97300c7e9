import type { Facts } from '@wheelhouse/contracts';
import { freeOn, type NodeRoom } from '../nodes/room.ts';
import type { Known } from './known.ts';
import { mostOfOthers, type Told } from './looking.ts';
import type { Parts } from './parts.ts';
import type { Sought } from './schema.ts';

const kibibyte = 1_024;
const readiness = { Ready: 'True', NotReady: 'False', Unknown: 'Unknown' } as const;

/** What the cluster tells and what is known here, together. What we did about it others know. */
export function factsOf(sought: Sought, told: Told, known: Known, at: Date, parts: Parts): Facts {
  const { needs, scales: _, ...seen } = told;
  const room = needs === undefined ? null : roomFor(needs, known.rooms, sought);
  if (needs !== undefined && room === null)
    parts.hide('room', 'What the pods on the nodes request is not known until the cluster is observed again.');
  return {
    at: at.toISOString(),
    object: { kind: sought.kind, namespace: sought.namespace, name: sought.name },
    nodes: {
      total: known.rooms.length,
      ready: known.rooms.filter(({ status }) => status === 'Ready').length,
      cordoned: known.rooms.filter(({ cordoned }) => cordoned).length,
    },
    ...seen,
    node: told.node && { ...told.node, not_ready_in_hour: known.notReadyInHour },
    pod_nodes: sought.kind === 'Node' ? [] : podNodes(told.pods, known.rooms),
    room,
    issues: known.issues,
    changes: known.changes,
    actions: [],
    not_visible: parts.notVisible,
  };
}

function roomFor(needs: NonNullable<Told['needs']>, rooms: readonly NodeRoom[], { kind, name }: Sought): Facts['room'] {
  const free = freeOn(rooms, kind === 'Node' ? name : undefined);
  if (free === undefined || rooms.length === 0) return null;
  return {
    nodes: free.nodes,
    cpu_free: free.cpu,
    memory_free: free.memory,
    pods_free: free.pods,
    cpu_needed: needs.cpuMillis,
    memory_needed: needs.memoryKiB * kibibyte,
    pods_needed: needs.pods,
  };
}

/** Those of the pods in trouble first. */
function podNodes(pods: Facts['pods'], rooms: readonly NodeRoom[]): Facts['pod_nodes'] {
  const byName = new Map(rooms.map((room) => [room.name, room]));
  const names = new Set(pods.flatMap(({ node }) => node ?? []));
  return [...names].slice(0, mostOfOthers).flatMap((name) => {
    const row = byName.get(name);
    if (row === undefined) return [];
    const { status, cordoned, pressures } = row;
    return [{ name, ready: readiness[status], cordoned, pressures: [...pressures] }];
  });
}
