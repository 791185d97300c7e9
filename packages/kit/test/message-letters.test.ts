import { randomUUID } from 'node:crypto';
import { scaleDecisionExample } from '@wheelhouse/contracts';
import { asOwner, type Caller, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSender, queueDepth, type Sender, untilBound } from './fixtures/message-sender.ts';
import { type Tenants, tenantsModule, wordsExchange, wordsModule } from './fixtures/words-module.ts';

const decisions = 'analysis.decisions';
const tenants: Tenants = { known: new Set(), operator: randomUUID(), asked: 0 };
let house: TestProcess;
let sender: Sender;
let anna: Caller;
let operator: Caller;

beforeAll(async () => {
  house = await startTestProcess([wordsModule(), tenantsModule(tenants)], {
    environment: { FOLLOW_REVOCATIONS: 'false' },
  });
  sender = await openSender(house.vhost.url);
  anna = await caller();
  operator = await caller(tenants.operator === null ? {} : { tenant: tenants.operator });
  tenants.known.add(anna.tenantId);
  for (const queue of [wordsExchange, decisions]) await untilBound(house.vhost.name, queue);
});
afterAll(async () => {
  await sender.close();
  await house.stop();
});

interface Letter {
  readonly message_id: string;
  readonly body: string;
}
const list = async (who: Caller, query = '') => {
  const { status, body } = await house.call(who, 'GET', `/api/v1/dead-letters${query}`);
  expect(status).toBe(200);
  return body as { readonly data: readonly Letter[]; readonly total: number };
};
const letterOf = (who: Caller, id: string) =>
  eventually(async () => {
    const letter = (await list(who)).data.find(({ message_id: messageId }) => messageId === id);
    expect(letter).toBeDefined();
    return letter;
  });
const refused = async (body: object | string | Uint8Array, exchange = decisions) => {
  const id = randomUUID();
  await sender.send(exchange, body, id);
  return id;
};
const decision = (changes: object = {}) => ({ ...scaleDecisionExample, tenant_id: anna.tenantId, ...changes });
const scale = (target: object) => decision({ target: { ...scaleDecisionExample.target, ...target } });
const without = (field: string) => Object.fromEntries(Object.entries(decision()).filter(([name]) => name !== field));

describe('a message that cannot be taken is kept with a reason that names the field', () => {
  test.each<[string, () => object, string]>([
    ['an unknown kind', () => decision({ action: 'delete_namespace' }), 'action is "delete_namespace"'],
    ['no target field', () => decision({ target: { namespace: 'shop' } }), 'target.deployment_name is missing'],
    ['replicas null', () => scale({ replicas: null }), 'target.replicas is null'],
    ['replicas -1', () => scale({ replicas: -1 }), 'target.replicas is -1'],
    ['replicas "3"', () => scale({ replicas: '3' }), 'target.replicas is "3"'],
    ['another schema_version', () => decision({ schema_version: 2 }), 'schema_version is 2'],
    ['no AutoApprove', () => without('AutoApprove'), 'AutoApprove is missing'],
    ['a cluster nobody has', () => decision(), 'wrong_cluster: nobody has registered it'],
  ])('%s: its tenant reads it', async (_what, make, reason) => {
    const body = make();
    const letter = await letterOf(anna, await refused(body));
    expect(letter).toMatchObject({
      consumer: 'decisions',
      source: decisions,
      type: 'message',
      event_id: null,
      seq: null,
      cluster_id: scaleDecisionExample.cluster_id,
      body: JSON.stringify(body),
      body_encoding: 'utf8',
      body_bytes: JSON.stringify(body).length,
      body_cut: false,
      reason: expect.stringContaining(reason),
      routing_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('malformed JSON is the operator’s, for it says nothing of anybody', async () => {
    const letter = await letterOf(operator, await refused('{"decision_id":'));
    expect(letter).toMatchObject({ reason: 'the message is not JSON in UTF-8', body: '{"decision_id":' });
  });

  test('1 MB is cut, where a character ends', async () => {
    const body = `x${'é'.repeat(512 * 1024)}`;
    const letter = await letterOf(operator, await refused(body));
    expect(letter).toMatchObject({
      reason: 'the message has 1048577 bytes; the maximum is 262144',
      body_bytes: 1_048_577,
      body_cut: true,
      body: `x${'é'.repeat(8_191)}`,
    });
  });

  test('bytes that are no text are kept as they came', async () => {
    const letter = await letterOf(operator, await refused(Uint8Array.of(0xff, 0x00, 0x80)));
    expect(letter).toMatchObject({ body_encoding: 'base64', body: '/wCA', body_bytes: 3 });
    const zero = await letterOf(operator, await refused('a\0b'));
    expect(zero).toMatchObject({ body_encoding: 'base64', body: Buffer.from('a\0b').toString('base64') });
  });

  test('a reader that throws has not understood it', async () => {
    const letter = await letterOf(operator, await refused('?', wordsExchange));
    expect(letter).toMatchObject({
      consumer: 'words',
      reason: expect.stringMatching(/^the message could not be parsed: /),
    });
  });
});

describe('whose it is', () => {
  test('a word that is no id names nobody', async () => {
    const id = await refused(
      { tenant_id: 'acme', cluster_id: 'prod', key: randomUUID(), word: 'plain' },
      wordsExchange,
    );
    expect(await letterOf(operator, id)).toMatchObject({
      reason: 'its tenant is not a UUID',
      cluster_id: null,
    });
  });

  test('a tenant that does not exist has nobody to read it: the operator does', async () => {
    const id = await refused(decision({ tenant_id: randomUUID() }));
    expect(await letterOf(operator, id)).toMatchObject({ reason: 'wrong_cluster: nobody has registered it' });
  });

  test('others read nothing of it, nor does the operator read a tenant’s', async () => {
    const id = await refused(decision({ action: 'none' }));
    await letterOf(anna, id);
    expect((await list(await caller())).total).toBe(0);
    expect((await list(operator)).data.map(({ message_id: messageId }) => messageId)).not.toContain(id);
  });

  test('whoever is limited to clusters reads what is about those, with a total to match', async () => {
    const clusterId = randomUUID();
    const id = await refused(decision({ cluster_id: clusterId, action: 'none' }));
    await letterOf(anna, id);
    const limited = await caller({ tenant: anna.tenantId, cluster_ids: [clusterId] });
    expect(await list(limited)).toMatchObject({ total: 1, data: [{ message_id: id, cluster_id: clusterId }] });
    const elsewhere = await caller({ tenant: anna.tenantId, cluster_ids: [randomUUID()] });
    expect(await list(elsewhere)).toMatchObject({ total: 0, data: [] });
  });

  test('messages are found among the rest by their type', async () => {
    const { total } = await list(anna);
    expect((await list(anna, '?type=message&consumer=decisions')).total).toBe(total);
    expect((await list(anna, '?type=internal.word')).total).toBe(0);
  });

  test('before there is an operator it waits, and a figure tells how many do', async () => {
    const { operator: before } = tenants;
    tenants.operator = null;
    const id = await refused('nobody’s yet');
    const { asked } = tenants;
    const figures = async () => (await fetch(`${house.addresses['words']}/metrics`)).text();
    await eventually(() => expect(tenants.asked).toBeGreaterThan(asked));
    expect(await figures()).toContain('wheelhouse_messages_held{module="words",state="given up"} 1');
    expect((await list(operator)).data.map(({ message_id: messageId }) => messageId)).not.toContain(id);
    tenants.operator = before;
    expect(await letterOf(operator, id)).toMatchObject({ body: 'nobody’s yet' });
    expect(await figures()).toContain('wheelhouse_messages_held{module="words",state="given up"} 0');
  });
});

test('while nothing can be written down nothing is acknowledged, and the messages wait', async () => {
  const { ownerUrl } = house.database;
  const rename = (from: string, to: string) =>
    asOwner(ownerUrl, (client) => client.query(`ALTER TABLE words.${from} RENAME TO ${to}`));
  await eventually(async () => expect(await queueDepth(house.vhost.name, decisions)).toBe(0));
  await rename('held_messages', 'lost');
  try {
    const ids = await Promise.all([refused(decision()), refused('{')]);
    await eventually(async () => expect(await queueDepth(house.vhost.name, decisions)).toBe(2));
    expect((await list(anna)).data.map(({ message_id: id }) => id)).not.toContain(ids[0]);
    await rename('lost', 'held_messages');
    await letterOf(anna, ids[0]);
    await letterOf(operator, ids[1]);
  } finally {
    await rename('lost', 'held_messages').catch(() => undefined);
  }
});
