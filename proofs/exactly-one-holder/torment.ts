import { setTimeout as wait } from 'node:timers/promises';
import { pause } from '@wheelhouse/kit';
import { brokerAdmin } from '@wheelhouse/testkit';
import { type Fleet, proofConnection, type Worker } from '../agent-workers/fleet.ts';
import type { Stage } from '../crash-actions/stage.ts';

/** So long a worker is looked for that has something in hand. */
export const usualAimMs = 3_000;
const settledMs = 100;

export interface TormentOptions {
  readonly most: number;
  /** Milliseconds from one falling asleep to the next, at least and at most. */
  readonly awake: readonly [number, number];
  /** Longer than the lease of a target, which is 15 s. */
  readonly asleep: readonly [number, number];
  readonly aimMs: number;
  /** Publishes some messages once more, while somebody sleeps. */
  readonly again: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Stops workers for longer than their leases, in the middle of a change if possible, until the signal or so many times. */
export async function torment(
  fleet: Fleet,
  stage: Stage,
  { most, awake, asleep, aimMs, again, signal }: TormentOptions,
): Promise<number> {
  const sleeping = new Set<Worker>();
  const running: Promise<void>[] = [];
  let nights = 0;
  const night = async (worker: Worker) => {
    const ms = between(...asleep);
    await again();
    await pause(ms / 2, signal);
    // While it sleeps, so that others are handed what it had.
    await hangUp(fleet);
    await pause(ms / 2, signal);
    worker.process.kill('SIGCONT');
    sleeping.delete(worker);
  };
  while (nights < most && !signal.aborted) {
    const worker = await stopOne(
      fleet,
      stage,
      fleet.workers.filter((one) => !sleeping.has(one)),
      aimMs,
      signal,
    );
    if (worker !== undefined) {
      nights += 1;
      sleeping.add(worker);
      running.push(night(worker));
    }
    if (nights < most) await pause(between(...awake), signal);
  }
  await Promise.all(running);
  return nights;
}

/** One that has said that it will change something and not yet that it has; after a while any. */
async function stopOne(
  fleet: Fleet,
  stage: Stage,
  awake: readonly Worker[],
  aimMs: number,
  signal: AbortSignal,
): Promise<Worker | undefined> {
  const until = performance.now() + aimMs;
  while (performance.now() < until && !signal.aborted) {
    const holders = await inDoubt(fleet, stage);
    const worker = awake.find(({ name }) => holders.some((holder) => holder.includes(`/${name}#`)));
    if (worker !== undefined) {
      worker.process.kill('SIGSTOP');
      await wait(settledMs);
      if ((await inDoubt(fleet, stage)).some((holder) => holder.includes(`/${worker.name}#`))) return worker;
      worker.process.kill('SIGCONT');
    }
    await wait(10);
  }
  const any = awake[Math.floor(Math.random() * awake.length)];
  if (signal.aborted) return undefined;
  any?.process.kill('SIGSTOP');
  return any;
}

/** Who holds the targets of changes that were announced and not confirmed. */
async function inDoubt({ database }: Fleet, { who }: Stage): Promise<readonly string[]> {
  const rows = await database.tenant(who.tenantId, (db) =>
    db.query<{ holder: string }>(
      `SELECT l.holder FROM action_agent.open_actions AS o
       JOIN action_agent.leases AS l ON l.target = 'target ' || o.target AND l.leased_until > clock_timestamp()
       JOIN action_agent.actions AS a ON a.id = o.action_id
       WHERE a.effect = 'unknown'`,
    ),
  );
  return rows.map(({ holder }) => holder);
}

/** Connections closed from outside: what they had in hand is delivered again. */
async function hangUp({ vhost }: Fleet): Promise<void> {
  const connections = (await brokerAdmin('GET', `/vhosts/${vhost.name}/connections`)) as readonly {
    readonly name: string;
    readonly client_properties?: { readonly connection_name?: string };
  }[];
  const theirs = connections.filter((one) => one.client_properties?.connection_name !== proofConnection);
  // One may be gone by itself meanwhile.
  await Promise.allSettled(theirs.map(({ name }) => brokerAdmin('DELETE', `/connections/${encodeURIComponent(name)}`)));
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
