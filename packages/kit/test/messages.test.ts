import { randomUUID } from 'node:crypto';
import { eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, makeLog, openDatabase, watchEffects } from '../src/index.ts';
import { cutConnections, openSender, queueDepth, type Sender, untilBound } from './fixtures/message-sender.ts';
import { outcomesExchange, tenantsModule, wordsExchange, wordsModule } from './fixtures/words-module.ts';

const operator = randomUUID();
const tenants = { known: new Set<string>(), operator, asked: 0 };
let house: TestProcess;
let database: Database;
let sender: Sender;

beforeAll(async () => {
  house = await startTestProcess([wordsModule(), tenantsModule(tenants)], {
    environment: { FOLLOW_REVOCATIONS: 'false' },
  });
  database = openDatabase({
    url: house.database.url,
    connections: 4,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
  sender = await openSender(house.vhost.url);
  await untilBound(house.vhost.name, wordsExchange);
});
afterEach(() => watchEffects(async () => undefined));
afterAll(async () => {
  await sender.close();
  await database.end();
  await house.stop();
});

const newTenant = () => {
  const tenant = randomUUID();
  tenants.known.add(tenant);
  return tenant;
};
const say = async (tenant: string, word: string, key: string = randomUUID()) => {
  await sender.send(wordsExchange, { tenant_id: tenant, key, word }, key);
  return key;
};
const wordsOf = (tenant: string) =>
  database.tenant(tenant, (db) =>
    db.query<{ key: string; word: string; times: number; attempt: number }>(
      'SELECT key, word, times, attempt FROM words.words',
    ),
  );
const lettersOf = (tenant: string) =>
  database.tenant(tenant, (db) =>
    db.query<{ reason: string; created_at: Date }>('SELECT reason, created_at FROM words.dead_letters'),
  );
const held = () => database.look<{ reason: string }>('SELECT reason FROM words.held_messages');
const atRest = () =>
  eventually(async () => {
    expect(await held()).toEqual([]);
    expect(await queueDepth(house.vhost.name, wordsExchange)).toBe(0);
  });

test('a message has its effect, and what it says in turn travels under the same id', async () => {
  const heard = await sender.hear(outcomesExchange);
  const tenant = newTenant();
  const key = await say(tenant, 'plain');
  await eventually(async () => expect(await wordsOf(tenant)).toEqual([{ key, word: 'plain', times: 1, attempt: 1 }]));
  await eventually(() => expect(heard).toEqual([{ id: key, body: JSON.stringify({ key, word: 'plain' }) }]));
  await atRest();
});

test('a message that comes again is handed on again, and its own key makes that harmless', async () => {
  const heard = await sender.hear(outcomesExchange);
  const tenant = newTenant();
  const key = await say(tenant, 'plain');
  await say(tenant, 'plain', key);
  await eventually(async () => expect(await wordsOf(tenant)).toMatchObject([{ key, times: 2 }]));
  await eventually(() => expect(heard).toHaveLength(1));
});

test('a connection lost between commit and acknowledgement loses nothing and does nothing twice', async () => {
  const heard = await sender.hear(outcomesExchange);
  const tenant = newTenant();
  let cut = 0;
  watchEffects(async (moment, name) => {
    if (moment !== 'before' || name !== `ack ${wordsExchange}` || cut > 0) return;
    cut += 1;
    await cutConnections(house.vhost.name);
  });
  const key = await say(tenant, 'plain');
  // It was committed before the cut, and came once more after it.
  await eventually(async () => expect(await wordsOf(tenant)).toMatchObject([{ key, times: 2 }]));
  expect(cut).toBe(1);
  await eventually(() => expect(heard).toHaveLength(1));
  await atRest();
  expect(await lettersOf(tenant)).toEqual([]);
});

test('what fails is tried again, later each time, and then leaves nothing behind', async () => {
  const tenant = newTenant();
  const key = await say(tenant, 'stumbles');
  await eventually(async () =>
    expect(await wordsOf(tenant)).toEqual([{ key, word: 'stumbles', times: 1, attempt: 3 }]),
  );
  expect(await held()).toEqual([]);
  expect(await lettersOf(tenant)).toEqual([]);
});

test('what always fails is given up with its last error, and holds up nobody', async () => {
  const tenant = newTenant();
  // More than a process has in hand at once.
  for (let n = 0; n < 50; n += 1) await say(tenant, 'broken');
  const key = await say(tenant, 'after them');
  await eventually(async () => expect(await wordsOf(tenant)).toMatchObject([{ key }]));
  expect((await lettersOf(tenant)).length).toBeLessThan(50);
  await eventually(async () => expect(await lettersOf(tenant)).toHaveLength(50));
  const reasons = new Set((await lettersOf(tenant)).map(({ reason }) => reason));
  expect([...reasons]).toEqual(['broken at attempt 3, the last']);
  await atRest();
});

test('what is refused is given up at once, and its transaction with it', async () => {
  const tenant = newTenant();
  const key = await say(tenant, 'refused');
  const reason = 'wrong_word: nobody may say it';
  await eventually(async () => expect(await lettersOf(tenant)).toMatchObject([{ reason }]));
  expect(await wordsOf(tenant)).toEqual([]);
  // However often it is brought, it is one letter, with the newest time.
  const [{ created_at: before } = { created_at: new Date() }] = await lettersOf(tenant);
  await say(tenant, 'refused', key);
  await eventually(async () => {
    const [again, ...more] = await lettersOf(tenant);
    expect(again?.created_at.getTime()).toBeGreaterThan(before.getTime());
    expect(more).toEqual([]);
  });
});

test('every effect of a message has a name, the same for every message', async () => {
  const effects: string[] = [];
  watchEffects(async (moment, name) => void (moment === 'after' && effects.push(name)));
  const effectsOf = async (word: string, last: string | undefined) => {
    effects.length = 0;
    await say(newTenant(), word);
    await eventually(() => expect(effects).toContain(last));
    // Relay and consumer go their own pace: which effects, not in which order.
    return effects.filter((name) => /words|tests/.test(name) && !/leases|housekeeping|heads/.test(name)).toSorted();
  };
  const done = 'insert words.words, insert words.outbox';
  const taken = `ack ${wordsExchange}`;
  const relayed = [
    'commit insert words.outbox_streams, update words.outbox',
    `publish ${outcomesExchange}`,
    'commit update words.outbox_streams',
  ];
  const filed = 'commit delete words.held_messages, insert words.dead_letters';
  const claimed = 'commit update words.held_messages';
  expect(await effectsOf('plain', relayed.at(-1))).toEqual([`commit ${done}`, taken, ...relayed].toSorted());
  expect(await effectsOf('refused', filed)).toEqual(['commit insert words.held_messages', taken, filed].toSorted());
  expect(await effectsOf('stumbles', relayed.at(-1))).toEqual(
    [
      'commit insert words.held_messages',
      taken,
      // Taken up, put off, taken up again.
      claimed,
      claimed,
      claimed,
      `commit delete words.held_messages, ${done}`,
      ...relayed,
    ].toSorted(),
  );
});

test('messages wait while all connections are cut, again and again', async () => {
  const tenant = newTenant();
  const keys: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    for (let m = 0; m < 20; m += 1) keys.push(await say(tenant, 'plain'));
    await cutConnections(house.vhost.name);
    keys.push(await say(tenant, 'plain'));
  }
  await eventually(async () => {
    expect((await wordsOf(tenant)).map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  });
  await atRest();
  expect(await lettersOf(tenant)).toEqual([]);
});
