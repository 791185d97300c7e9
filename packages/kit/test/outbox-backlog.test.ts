import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { asOwner, moduleDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberEvents } from '../src/events/outbox.ts';
import { type Database, defineModule, makeLog, openDatabase } from '../src/index.ts';

const quiet = defineModule({
  name: 'quiet',
  port: 8074,
  prefix: '/quiet',
  settings: {},
  migrations: join(import.meta.dirname, 'no-migrations'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [],
});
const batch = 500;

let house: Awaited<ReturnType<typeof moduleDatabase>>;
let database: Database;

beforeAll(async () => {
  house = await moduleDatabase([quiet]);
  database = openDatabase({
    url: house.url,
    connections: 1,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
});
afterAll(async () => {
  await database.end();
  await house.drop();
});

const write = (count: number) =>
  database.system((db) =>
    db.query(
      `INSERT INTO quiet.outbox (id, tenant_id, type, body, headers, created_at)
       SELECT kit.make_id(), $1, 'internal.word', '{}', '{}', now() FROM generate_series(1, $2)`,
      [randomUUID(), count],
    ),
  );
const number = () => database.system((db) => numberEvents(db, 'quiet', batch));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test('numbers are given without a gap, and what is behind a batch costs it nothing', async () => {
  // As it mostly is: all have their numbers, and the planner expects no other.
  for (let round = 0; round < 8; round += 1) {
    await write(batch);
    expect(await number()).toBe(batch);
    await asOwner(house.ownerUrl, (client) => client.query('ANALYZE quiet.outbox'));
  }
  await write(batch);
  const alone = await timed(number);
  await write(40_000);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await timed(number));
  // Once it cost as much as all that waited times the batch: more than a hundred times as long.
  expect(Math.min(...times)).toBeLessThan(Math.max(alone * 10, 200));
  const [row] = await database.look<{ n: number; first: number; last: number }>(
    `SELECT count(DISTINCT seq)::int AS n, min(seq)::int AS first, max(seq)::int AS last FROM quiet.outbox WHERE seq IS NOT NULL`,
  );
  expect(row).toEqual({ n: 14 * batch, first: 1, last: 14 * batch });
});
