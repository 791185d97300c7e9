import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, incident, observations, seconds, startHouse } from './house.ts';
import { unreachable } from './neighbours.ts';
import { crashing, factsOf, pod } from './seen.ts';

/** What containers, events and neighbours say is stored without the secrets in it, whoever wrote them there. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const password = 'hunter2-Wq8zLm4';
const token = `ghp_${'a1B2'.repeat(9)}`;
const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDJ';
const lines = [
  `starting with DB_PASSWORD=${password}`,
  `Authorization: Bearer ${token}`,
  '-----BEGIN PRIVATE KEY-----',
  keyLine,
  '-----END PRIVATE KEY-----',
  'a NUL \0 and half a character \ud800 are no reason to forget the rest',
];
const message = `pull access denied: https://robot:${password}@registry.example.test/v2/`;

/** All that there is of a tenant, as the database has it. */
async function stored(tenantId: string): Promise<string> {
  const rows = await house.db.tenant(tenantId, (db) =>
    db.query<{ row: string }>(
      'SELECT o::text AS row FROM agent_observability.observations AS o WHERE tenant_id = kit.tenant()',
    ),
  );
  const events = await house.db.look<{ body: string }>(
    'SELECT body FROM agent_observability.outbox WHERE tenant_id = $1',
    [tenantId],
  );
  return [...rows.map(({ row }) => row), ...events.map(({ body }) => body)].join('\n');
}

function mustHoldNoSecret(text: string): void {
  for (const secret of [password, token, keyLine]) expect(text).not.toContain(secret);
}

test('logs and messages are masked before they are stored, and people see where something was', async () => {
  const { who, tenantId, clusterId } = house.place();
  const [issue] = crashing().issues;
  if (issue === undefined) throw new Error('there is no issue');
  house.neighbours.evidence = () =>
    factsOf({
      pods: [pod('checkout-1', { ready: false, unschedulable: message })],
      issues: [{ ...issue, message }],
      warnings: [
        { reason: 'Failed', message, object: { kind: 'Pod', name: 'checkout-1' }, count: 1, last_at: issue.first_seen },
      ],
      logs: [{ pod: 'checkout-1', container: 'web', lines }],
      not_visible: [{ part: 'autoscaler', why: message }],
    });
  const opened = incident({ clusterId }, house.clock);
  await house.say(tenantId, opened);
  const seen = await house.endedOf(who, opened.incident_id);
  expect(seen).toMatchObject({ status: 'partial', incident_id: opened.incident_id });
  expect(seen.facts.issues[0].issue_id).toBe(issue.issue_id);
  mustHoldNoSecret(JSON.stringify(seen));
  mustHoldNoSecret(await stored(tenantId));
  const log = seen.items.find(({ source }: { source: string }) => source === 'logs');
  expect(log.excerpt).toContain('[masked: ');
  expect(log.excerpt).toContain('are no reason to forget the rest');
});

test('so is what is kept while something is still missing, and why it is', async () => {
  const { who, tenantId, clusterId } = house.place();
  house.neighbours.evidence = () => factsOf({ logs: [{ pod: 'checkout-1', container: 'web', lines }] });
  house.neighbours.actions = () => unreachable(message);
  await house.say(tenantId, incident({ clusterId }, house.clock));
  await eventually(async () => expect((await house.get(who, observations)).data[0]?.message).toContain('action-agent'));
  const meanwhile = await stored(tenantId);
  expect(meanwhile).toContain('[masked: ');
  mustHoldNoSecret(meanwhile);
  house.clock.advance(30 * seconds);
  await eventually(async () => expect((await house.get(who, observations)).data[0].status).toBe('partial'));
  mustHoldNoSecret(await stored(tenantId));
});

test('so are the words of a cluster that does not answer', async () => {
  const { who, tenantId, clusterId } = house.place();
  house.neighbours.evidence = () => unreachable(message);
  await house.say(tenantId, incident({ clusterId }, house.clock));
  await eventually(async () => expect((await house.get(who, observations)).data[0]?.message).toContain('registry'));
  mustHoldNoSecret(await stored(tenantId));
});
