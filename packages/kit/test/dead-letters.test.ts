import { randomUUID } from 'node:crypto';
import { type Caller, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  defineModule,
  makeIds,
  makeLog,
  type Module,
  openDatabase,
  outbox,
  systemClock,
} from '../src/index.ts';
import { historyModule } from './fixtures/history-module.ts';

const deaf: Module = defineModule({
  ...historyModule,
  consumers: () =>
    ['first', 'second'].map((name) => ({
      name,
      source: 'history',
      types: ['internal.word'],
      handle: async (_db, event) => {
        throw new Error(`${name} cannot hear "${String(event.data['word'])}"`);
      },
    })),
});

let house: TestProcess;
let database: Database;
let anna: Caller;
const makeId = makeIds(systemClock);
const emit = outbox('history', makeId, systemClock);
const list = (who: Caller, query = '') => house.call(who, 'GET', `/api/v1/dead-letters${query}`);

beforeAll(async () => {
  house = await startTestProcess([deaf]);
  anna = await caller();
  const log = makeLog({ level: 'fatal' });
  database = openDatabase({ url: house.database.url, connections: 2, applicationName: 'test', log });
  for (const word of ['one', 'two']) await database.tenant(anna.tenantId, (db) => emit(db, 'internal.word', { word }));
});
afterAll(async () => {
  await database.end();
  await house.stop();
});

test('an admin reads what was given up, and why', async () => {
  const { status, body } = await eventually(async () => {
    const answer = await list(anna);
    expect(answer.body.total).toBe(4);
    return answer;
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 4, next_cursor: null });
  const letter = body.data.find(({ reason }: { reason: string }) => reason === 'second cannot hear "two"');
  expect(letter).toMatchObject({ consumer: 'second', source: 'history', type: 'internal.word', seq: 2 });
  expect(JSON.parse(letter.body)).toMatchObject({ id: letter.event_id, data: { word: 'two' } });
});

test('pages are walked newest first, and totals follow the filters', async () => {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(anna, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.body.total).toBe(4);
    ids.push(...page.body.data.map(({ id }: { id: string }) => id));
    if (page.body.next_cursor === null) break;
    cursor = page.body.next_cursor;
  }
  expect(ids).toHaveLength(4);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect((await list(anna, '?consumer=first')).body).toMatchObject({ total: 2, data: [{ consumer: 'first' }, {}] });
  expect((await list(anna, '?consumer=first,second&type=internal.word')).body.total).toBe(4);
  expect((await list(anna, '?type=internal.other')).body).toMatchObject({ total: 0, data: [] });
});

test('other tenants see nothing of it, and other scopes are refused', async () => {
  expect((await list(await caller())).body).toMatchObject({ total: 0, data: [] });
  const reader = await caller({ tenant: anna.tenantId, scopes: ['read', 'deploy', 'actions', 'agents'] });
  expect(await list(reader)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
});

test('given up twice, it is there once', async () => {
  const again = () =>
    database.tenant(anna.tenantId, (db) =>
      db.query(
        `INSERT INTO history.dead_letters (tenant_id, event_id, consumer, source, type, seq, body, reason, created_at)
         SELECT tenant_id, event_id, consumer, source, type, seq, body, reason, now() FROM history.dead_letters ON CONFLICT DO NOTHING`,
      ),
    );
  await again();
  expect((await list(anna)).body.total).toBe(4);
});

test('a module that hears nothing has none to show', async () => {
  const mute = await startTestProcess([historyModule]);
  try {
    const answer = await mute.call(await caller({ tenant: randomUUID() }), 'GET', '/api/v1/dead-letters');
    expect(answer.status).toBe(404);
  } finally {
    await mute.stop();
  }
});
