import type { Facts } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { changesSince } from '../changes/shown.ts';
import { beginningsSince, openIssuesAbout } from '../issues/shown.ts';
import { type NodeRoom, nodeRooms } from '../nodes/room.ts';
import { mostOfOthers, type Told } from './looking.ts';
import type { Sought } from './schema.ts';

/** What of the facts stands in rows here. */
export interface Known {
  readonly rooms: readonly NodeRoom[];
  readonly issues: Facts['issues'];
  readonly changes: Facts['changes'];
  readonly notReadyInHour: number;
}

const hourMs = 60 * 60_000;

/** Of an autoscaler also of what it scales. */
export async function known(
  db: TenantDb,
  clusterId: string,
  sought: Sought,
  scales: Told['scales'],
  at: Date,
): Promise<Known> {
  const since = new Date(at.getTime() - hourMs);
  const objects = [sought, ...(scales === undefined ? [] : [scales])];
  const workload = scales ?? (sought.kind === 'Node' ? undefined : sought);
  const [rooms, issues, changes, notReadyInHour] = await Promise.all([
    nodeRooms(db, clusterId),
    Promise.all(objects.map((object) => openIssuesAbout(db, clusterId, object))),
    workload === undefined ? [] : changesSince(db, clusterId, workload, since, mostOfOthers),
    sought.kind === 'Node' ? beginningsSince(db, clusterId, 'node_not_ready', sought, since) : 0,
  ]);
  return {
    rooms,
    issues: issues
      .flat()
      .slice(0, mostOfOthers)
      .map(({ id, object, reason, severity, message, expected, first_seen, count }) => {
        return { issue_id: id, object, reason, severity, message, expected, first_seen, count };
      }),
    changes: changes.map(({ change, images, replicas, manager, at: changedAt }) => {
      return { change, images, replicas, manager, at: changedAt };
    }),
    notReadyInHour,
  };
}
