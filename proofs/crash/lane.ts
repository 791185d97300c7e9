import type { Clock, Module } from '@wheelhouse/kit';
import { moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import pg from 'pg';
import { Lives } from './lives.ts';

/** One database and vhost, and the processes that live on it one after the other. */
export interface Lane {
  readonly lives: Lives;
  readonly owner: pg.Client;
  /** What the processes are given. */
  readonly environment: Readonly<Record<string, string>>;
  readonly vhost: { readonly name: string; readonly url: string };
  /** The clock of the present life. */
  readonly clock: Clock;
  readonly close: () => Promise<void>;
}

export interface LaneOptions {
  readonly program: string;
  readonly modules: readonly Module[];
  /** Beside those that every test process is given. */
  readonly settings?: Readonly<Record<string, string>>;
  /** By how much the clock of each life is ahead of the last one's, for leases that the dead do not give back. */
  readonly betweenLivesMs?: number;
}

/** Resolves when its first process is ready. */
export async function openLane({ program, modules, settings, betweenLivesMs = 0 }: LaneOptions): Promise<Lane> {
  const [database, vhost] = await Promise.all([moduleDatabase(modules), testVhost()]);
  const environment = { ...(await testEnvironment(modules, database, vhost)), ...settings };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const lives = new Lives({ program, environment, betweenLivesMs });
  await lives.arm();
  return {
    lives,
    owner,
    environment,
    vhost,
    clock: { now: () => new Date(Date.now() + lives.count * betweenLivesMs) },
    close: async () => {
      await lives.close();
      await owner.end();
      await Promise.all([vhost.drop(), database.drop()]);
    },
  };
}
