import { pause, type TenantDb } from '@wheelhouse/kit';
import { type NodesSeen, takeCordon } from '../guards/cordon-share.ts';
import { isConsented } from '../guards/consent.ts';
import { autonomyOf } from '../guards/autonomy-store.ts';
import { guardFacts, type Whose } from '../guards/facts.ts';
import { databaseNow } from '../guards/store.ts';
import { type GuardVerdict, isStoppable, judgeGuards, stoppedText } from '../guards/judge.ts';
import { engagedFor } from '../guards/kill-switch-store.ts';
import type { Case } from '../plans/asked.ts';
import { isCordoned, type NodeRead } from '../plans/objects.ts';
import type { PlanContext } from '../plans/plan-action.ts';
import { refused } from '../records/transitions.ts';
import { holdSettings } from '../settings/store.ts';
import type { RunningAction } from './running-action.ts';

/** A guard that was asked in the transaction of the intent did not let it through. */
export class Guarded extends Error {
  readonly verdict: GuardVerdict;

  constructor(verdict: GuardVerdict) {
    super(verdict.message);
    this.verdict = verdict;
  }
}

/** What the guards say, now that the target was read. */
export async function guardsOf(
  db: TenantDb,
  whose: Whose,
  read: Case,
  now: Date,
): Promise<Required<Pick<PlanContext, 'guards' | 'consented'>>> {
  const facts = await guardFacts(db, whose, now);
  return {
    guards: judgeGuards(whose.asked, { ...facts, node: 'node' in read ? read.node : undefined }),
    consented: isConsented(whose.asked, whose.automatic, facts.settings),
  };
}

export function isAutomatic({ row }: RunningAction): boolean {
  return row.origin === 'decision' && row.approved_by === null;
}

/** In the transaction of the intent: who engages the kill switch finds either nothing sent, or the action stopped. */
export async function mustNotBeStopped(db: TenantDb, { row }: RunningAction): Promise<void> {
  const engaged = isStoppable(row.action) ? await engagedFor(db, row.cluster_id) : null;
  if (engaged !== null)
    throw new Guarded({ guard: 'kill_switch', effect: 'refuses', passes: false, message: stoppedText(engaged) });
}

/**
 * In the transaction of the intent: what nobody has approved does not begin once its autonomy was taken away, however
 * long ago it was let in. The level stays as it is until the intent is committed, so who takes it away finds either
 * nothing begun, or what had begun before.
 */
export async function mustStillBeAutomatic(db: TenantDb, running: RunningAction): Promise<void> {
  if (!isAutomatic(running)) return;
  const { cluster_id: clusterId, action } = running.row;
  await holdSettings(db);
  const level = await autonomyOf(db, clusterId, action);
  if (level !== 'ask' && level !== 'never') return;
  const message = `The autonomy of ${action} has become ${level} since this was decided (autonomy), so it did not begin. Next step: request it directly if it is still needed.`;
  throw new Guarded({ guard: 'autonomy', effect: 'refuses', passes: false, message });
}

/** Once more right before a change is sent: it may have been engaged since the intent was written. */
export async function stopIfEngaged(running: RunningAction, inDoubt: boolean): Promise<void> {
  const { context, workerCluster } = running;
  try {
    await context.database.tenant(workerCluster.tenantId, (db) => mustNotBeStopped(db, running));
  } catch (error) {
    if (!(error instanceof Guarded)) throw error;
    await endGuarded(running, error, inDoubt);
  }
}

/** A change in doubt may have been sent before; of any other it is known that nothing was. */
export function endGuarded(running: RunningAction, { verdict }: Guarded, inDoubt: boolean): Promise<never> {
  const effect = inDoubt ? {} : ({ effect: 'not_sent' } as const);
  return running.end({ ...refused(verdict.guard, verdict.message), ...effect });
}

/** Where automation cordons: how many nodes there are, and which are cordoned. Without an answer it does not go on. */
export async function nodesForShare(running: RunningAction): Promise<NodesSeen | undefined> {
  if (!isAutomatic(running) || !cordons.has(running.asked.action)) return undefined;
  for (;;) {
    const nodes = await running.ask(() => nodesSeen(running), 'not_sent');
    if (nodes !== undefined) return nodes;
    await pause(againAfterMs, running.signal);
  }
}

const againAfterMs = 1_000;

async function nodesSeen(running: RunningAction): Promise<NodesSeen> {
  const { workerCluster, signal } = running;
  const at = await running.context.database.tenant(workerCluster.tenantId, databaseNow);
  const cordoned = new Set<string>();
  let total = 0;
  for await (const { items } of workerCluster.client.list<NodeRead>('/api/v1/nodes', { signal })) {
    total += items.length;
    for (const node of items) if (isCordoned(node)) cordoned.add(node.metadata.name);
  }
  return { at, total, cordoned };
}

const cordons: ReadonlySet<string> = new Set(['cordon_node', 'drain_node']);

/** In the transaction of the intent, so that of many at once no more than the share is let through. */
export async function mustHaveShare(
  db: TenantDb,
  running: RunningAction,
  nodes: NodesSeen,
  percent: number,
): Promise<void> {
  const { row, asked } = running;
  if (!('node_name' in asked.target)) return;
  const wanted = { clusterId: row.cluster_id, node: asked.target.node_name, actionId: row.id };
  const verdict = await takeCordon(db, wanted, nodes, percent);
  if (!verdict.passes) throw new Guarded(verdict);
}
