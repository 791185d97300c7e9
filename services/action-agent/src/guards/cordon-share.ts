import type { TenantDb } from '@wheelhouse/kit';
import type { GuardVerdict } from './judge.ts';
import { deleteCordons, lockGuards, selectCordons, upsertCordon } from './store.ts';

/** The nodes of a cluster, as they were read. */
export interface NodesSeen {
  /** Before they were read, by the database's clock. */
  readonly at: Date;
  readonly total: number;
  readonly cordoned: ReadonlySet<string>;
}

/** At most so many, though always one. */
export function mostCordoned(total: number, percent: number): number {
  return Math.max(1, Math.floor((total * percent) / 100));
}

/**
 * Notes that automation cordons a node, unless it has cordoned its share. Nodes that were uncordoned since count no
 * more; those of actions that were running when the nodes were read count, though
 * they were not cordoned yet.
 */
export async function takeCordon(
  db: TenantDb,
  wanted: { readonly clusterId: string; readonly node: string; readonly actionId: string },
  { at, total, cordoned }: NodesSeen,
  percent: number,
): Promise<GuardVerdict> {
  await lockGuards(db);
  const { clusterId, node, actionId } = wanted;
  const noted = await selectCordons(db, clusterId, at);
  const isHeld = (one: (typeof noted)[number]) => cordoned.has(one.node_name) || one.running;
  const gone = noted.filter((one) => !isHeld(one)).map(({ node_name }) => node_name);
  await deleteCordons(db, clusterId, gone);
  const others = noted.filter((one) => isHeld(one) && one.node_name !== node).length;
  const most = mostCordoned(total, percent);
  const passes = others < most;
  if (passes) await upsertCordon(db, clusterId, node, actionId);
  const more = passes ? '' : ' Next step: uncordon one of them, have it approved, or raise max_cordoned_percent.';
  return {
    guard: 'max_cordoned_percent',
    effect: 'refuses',
    passes,
    message: `Automation has cordoned ${others} nodes of ${total}; ${most} are allowed (max_cordoned_percent).${more}`,
  };
}
