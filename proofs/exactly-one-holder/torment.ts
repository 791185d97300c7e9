import { pause } from '@wheelhouse/kit';
import { brokerAdmin, eventually } from '@wheelhouse/testkit';
import { type Fleet, proofConnection, type Worker } from '../agent-workers/fleet.ts';
import type { Stage } from '../crash-actions/stage.ts';

const aimMs = 3_000;

export interface Torment {
  readonly nights: number;
  /** Connections closed from outside: what they had in hand is delivered again. */
  readonly hangUps: number;
}

export interface TormentOptions {
  readonly most: number;
  /** Milliseconds from one falling asleep to the next, at least and at most. */
  readonly awake: readonly [number, number];
  /** Longer than the lease of a target, which is 15 s. */
  readonly asleep: readonly [number, number];
  readonly signal: AbortSignal;
}

/** Stops workers for longer than their leases, some in the middle of a change, until the signal or so many times. */
export async function torment(
  fleet: Fleet,
  stage: Stage,
  { most, awake, asleep, signal }: TormentOptions,
): Promise<Torment> {
  const sleeping = new Set<Worker>();
  const running: Promise<void>[] = [];
  let nights = 0;
  let hangUps = 0;
  const night = async (worker: Worker) => {
    await aim(fleet, stage, worker);
    worker.process.kill('SIGSTOP');
    const ms = between(...asleep);
    await pause(ms / 2, signal);
    // While it sleeps, so that others are handed what it had.
    hangUps += await hangUp(fleet);
    await pause(ms / 2, signal);
    worker.process.kill('SIGCONT');
    sleeping.delete(worker);
  };
  while (nights < most && !signal.aborted) {
    const worker = anyOf(fleet.workers.filter((one) => !sleeping.has(one)));
    if (worker !== undefined) {
      nights += 1;
      sleeping.add(worker);
      running.push(night(worker));
    }
    if (nights < most) await pause(between(...awake), signal);
  }
  await Promise.all(running);
  return { nights, hangUps };
}

/** Waits until it has said that it will change something and not yet that it has; not for long. */
async function aim({ database }: Fleet, { who }: Stage, { name }: Worker): Promise<void> {
  await eventually(async () => {
    const intended = await database.tenant(who.tenantId, (db) =>
      db.query(
        `SELECT a.id FROM action_agent.open_actions AS o
         JOIN action_agent.leases AS l ON l.target = 'target ' || o.target AND l.leased_until > clock_timestamp()
         JOIN action_agent.actions AS a ON a.id = o.action_id
         WHERE a.effect = 'unknown' AND strpos(l.holder, $1) > 0`,
        [`/${name}#`],
      ),
    );
    if (intended.length === 0) throw new Error('nothing is on its way');
  }, aimMs).catch(() => undefined);
}

async function hangUp({ vhost }: Fleet): Promise<number> {
  const connections = (await brokerAdmin('GET', `/vhosts/${vhost.name}/connections`)) as readonly {
    readonly name: string;
    readonly client_properties?: { readonly connection_name?: string };
  }[];
  const theirs = connections.filter((one) => one.client_properties?.connection_name !== proofConnection);
  // One may be gone by itself meanwhile.
  const closed = await Promise.allSettled(
    theirs.map(({ name }) => brokerAdmin('DELETE', `/connections/${encodeURIComponent(name)}`)),
  );
  return closed.filter(({ status }) => status === 'fulfilled').length;
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

function anyOf<T>(several: readonly T[]): T | undefined {
  return several[Math.floor(Math.random() * several.length)];
}
