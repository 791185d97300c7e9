import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Death } from './death.ts';

/** Processes of one program that live one after the other: when one is killed, the next begins. */
export interface Lives {
  /** How many there have been. */
  readonly count: () => number;
  readonly kills: () => number;
  /** What was done since it was last armed. */
  readonly effects: () => readonly string[];
  /** Sets the deaths of this life and of those that follow it, and answers what there was since the last time. */
  readonly arm: (deaths?: readonly Death[], meanwhile?: Meanwhile) => Promise<Past>;
  readonly close: () => Promise<void>;
}

/** What is done between a death and the next life. */
export type Meanwhile = (owner: pg.Client) => Promise<unknown> | undefined;

export interface Past {
  readonly effects: readonly string[];
  readonly kills: number;
}

export interface LivesOptions {
  readonly program: string;
  /** All that it is given: the surroundings name the database of whoever runs the proof. */
  readonly environment: Readonly<Record<string, string>>;
  readonly owner: pg.Client;
  /** By how much the clock of each life is ahead of the last one's. */
  readonly betweenLivesMs: number;
}

export function beginLives({ program, environment, owner, betweenLivesMs }: LivesOptions): Lives {
  // What one life has compiled the next need not.
  const compiled = join(dirname(program), 'compiled');
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
    const child = spawn(process.execPath, [program, ...given], {
      env: { ...environment, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const lines = child.stdout === null ? undefined : createInterface({ input: child.stdout });
    const word = (wanted: string) =>
      new Promise<void>((resolve) => {
        const hear = (line: string) => {
          if (line !== wanted) return;
          lines?.off('line', hear);
          resolve();
        };
        lines?.on('line', hear);
      });
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
    count: () => lives,
    kills: () => kills,
    effects: () => effects,
    arm,
    close: async () => {
      closing = true;
      life.child.kill('SIGKILL');
      await life.ended;
    },
  };
}
