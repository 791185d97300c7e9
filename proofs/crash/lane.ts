import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { exampleModule } from '@wheelhouse/example';
import type { Clock } from '@wheelhouse/kit';
import { moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import pg from 'pg';
import type { Death } from './death.ts';

/** One database and vhost, and the processes that live on it one after the other: when one is killed, the next begins. */
export interface Lane {
  readonly address: string;
  readonly owner: pg.Client;
  /** The clock of the present life. */
  readonly clock: Clock;
  readonly kills: () => number;
  /** Sets the deaths of this life and of those that follow it, and answers what there was since the last time. */
  readonly arm: (deaths?: readonly Death[], meanwhile?: Meanwhile) => Promise<Past>;
  readonly close: () => Promise<void>;
}

/** What is done between a death and the next life. */
export type Meanwhile = (owner: pg.Client) => Promise<unknown>;

export interface Past {
  readonly effects: readonly string[];
  readonly kills: number;
}

/** Longer than the lease of an Idempotency-Key: a life begins when the requests of the last one are certainly over. */
const betweenLivesMs = 61_000;

export async function openLane(program: string): Promise<Lane> {
  const database = await moduleDatabase([exampleModule]);
  const vhost = await testVhost();
  const environment = await testEnvironment([exampleModule], database, vhost);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();

  let lives = 0;
  let kills = 0;
  let effects: string[] = [];
  let following: readonly Death[] = [];
  let meanwhile: Meanwhile | undefined;
  let fault: Error | undefined;
  let closing = false;
  let life = begin();

  function begin(death?: Death) {
    lives += 1;
    const given = [String(lives * betweenLivesMs), ...(death === undefined ? [] : [JSON.stringify(death)])];
    // Only what it is given: the surroundings name the database of whoever runs the proof.
    const child = spawn(process.execPath, [program, ...given], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const lines = child.stdout === null ? undefined : createInterface({ input: child.stdout });
    const word = (wanted: string) =>
      new Promise<void>((resolve) => lines?.on('line', (line) => line === wanted && resolve()));
    lines?.on('line', (line) => line.startsWith('effect ') && effects.push(line.slice('effect '.length)));
    const state = { child, word, isReady: false, ended: once(child, 'exit') };
    void word('ready').then(() => (state.isReady = true));
    void state.ended.then(([code, signal]) => succeed(signal ?? code));
    return state;
  }

  async function succeed(end: unknown): Promise<void> {
    life.isReady = false;
    if (closing) return;
    if (end !== 'SIGKILL') {
      fault = new Error(`a process ended by itself: ${String(end)}`);
      return;
    }
    kills += 1;
    await meanwhile?.(owner);
    life = begin(following[kills - 1]);
  }

  async function arm(deaths: readonly Death[] = [], given?: Meanwhile): Promise<Past> {
    // One that was about to die may do so before it hears of it; then its successor is told.
    for (let isArmed = false; !isArmed; ) {
      while (!life.isReady && fault === undefined) await wait(25);
      if (fault !== undefined) throw fault;
      const { child, word, ended } = life;
      const armed = word('armed').then(() => true);
      child.send(deaths.slice(0, 1), () => undefined);
      isArmed = await Promise.race([armed, ended.then(() => false)]);
    }
    const past = { effects, kills };
    [effects, kills, following, meanwhile] = [[], 0, deaths.slice(1), given];
    return past;
  }

  return {
    address: `http://127.0.0.1:${environment['EXAMPLE_PORT']}`,
    owner,
    clock: { now: () => new Date(Date.now() + lives * betweenLivesMs) },
    kills: () => kills,
    arm,
    close: async () => {
      closing = true;
      life.child.kill('SIGKILL');
      await life.ended;
      await owner.end();
      await vhost.drop();
      await database.drop();
    },
  };
}
