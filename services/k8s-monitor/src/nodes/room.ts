import type { TenantDb } from '@wheelhouse/kit';
import { type NodeRoom, selectRooms } from './store.ts';

export type { NodeRoom } from './store.ts';

/** All nodes of a cluster, as they count for what runs or is to run on them. */
export function nodeRooms(db: TenantDb, clusterId: string): Promise<readonly NodeRoom[]> {
  return selectRooms(db, clusterId);
}

/** What no pod has requested yet, in thousandths of a core and bytes. */
export interface Free {
  readonly nodes: number;
  readonly cpu: number;
  readonly memory: number;
  readonly pods: number;
}

/** Of the nodes that are ready and take any pod, all but one together; undefined: of one it is not known. */
export function freeOn(rooms: readonly NodeRoom[], except: string | undefined): Free | undefined {
  const others = rooms.filter((room) => room.name !== except && takesPods(room));
  let free: Free = { nodes: others.length, cpu: 0, memory: 0, pods: 0 };
  for (const { cpu_requested: cpu, memory_requested: memory, ...room } of others) {
    if (cpu === null || memory === null) return undefined;
    free = {
      ...free,
      cpu: free.cpu + Math.max(0, room.cpu_allocatable - cpu),
      memory: free.memory + Math.max(0, room.memory_allocatable - memory),
      pods: free.pods + Math.max(0, room.pods_allocatable - room.pods),
    };
  }
  return free;
}

function takesPods({ status, cordoned, tainted, pressures }: NodeRoom): boolean {
  return status === 'Ready' && !cordoned && !tainted && pressures.length === 0;
}
