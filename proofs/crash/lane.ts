import { exampleModule } from '@wheelhouse/example';
import type { Clock } from '@wheelhouse/kit';
import { moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import pg from 'pg';
import { beginLives, type Lives } from './lives.ts';

/** One database and vhost, and the processes that live on it one after the other. */
export interface Lane extends Pick<Lives, 'kills' | 'arm' | 'close'> {
  readonly address: string;
  readonly owner: pg.Client;
  /** The clock of the present life. */
  readonly clock: Clock;
}

/** Longer than the lease of an Idempotency-Key: a life begins when the requests of the last one are certainly over. */
const betweenLivesMs = 61_000;

export async function openLane(program: string): Promise<Lane> {
  const database = await moduleDatabase([exampleModule]);
  const vhost = await testVhost();
  const environment = await testEnvironment([exampleModule], database, vhost);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const lives = beginLives({ program, environment, owner, betweenLivesMs });
  return {
    address: `http://127.0.0.1:${environment['EXAMPLE_PORT']}`,
    owner,
    clock: { now: () => new Date(Date.now() + lives.count() * betweenLivesMs) },
    kills: lives.kills,
    arm: lives.arm,
    close: async () => {
      await lives.close();
      await owner.end();
      await vhost.drop();
      await database.drop();
    },
  };
}
