import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhooks as receiving } from '../../sdk/src/webhooks/index.ts';
import type { Received } from '../../../services/webhooks/test/receiver.ts';
import { type Ended, type Environment, run, startOnTerminal } from './running.ts';
import { openWebhooksHouse, type WebhooksHouse } from './webhooks-house.ts';

let house: WebhooksHouse;
let somebody: Environment;
beforeAll(async () => {
  house = await openWebhooksHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  somebody = await house.withToken(['read', 'deploy', 'admin']);
  house.answer(204);
});

const hook = (...words: readonly string[]): Promise<Ended> => run(['webhooks', ...words], somebody);
const json = async (...words: readonly string[]) => JSON.parse((await hook(...words, '--json')).stdout);
const create = async (...words: readonly string[]) => json('create', house.receiver.url, ...words);

function lastReceived(): Received {
  const received = house.receiver.received.at(-1);
  if (received === undefined) throw new Error('nothing came');
  return received;
}

/** What really happens: a cluster that nobody reaches enters another phase. Answers its delivery once it is so. */
async function happened(id: string, state: string) {
  await house.unreached(somebody, `c${Math.random().toString(36).slice(2)}`);
  return eventually(async () => {
    const { data } = await json('deliveries', id, '--state', state);
    expect(data).not.toHaveLength(0);
    return data[0] as { readonly id: string; readonly event_id: string };
  });
}

describe('webhooks create', () => {
  test('tells what it is, and the signing secret this once', async () => {
    await house.unreached(somebody, 'prod-eu');
    const { code, stdout, stderr } = await hook(
      'create',
      house.receiver.url,
      '--events',
      'action.pending,action.executed',
      '--clusters',
      'prod-eu',
      '--description',
      'pages somebody',
      '--rate-limit',
      '20',
    );
    expect(code).toBe(0);
    const [title, ...facts] = stdout.trimEnd().split('\n');
    expect(title).toBe(house.receiver.url);
    expect(facts).toEqual([
      'about       pages somebody',
      'state       active',
      'arrived     nothing sent',
      'waits       nothing',
      'events      action.pending, action.executed',
      'clusters    prod-eu',
      'rate        at most 20 a second',
      expect.stringMatching(/^created {5}20/),
      expect.stringMatching(/^id {10}[\da-f-]{36}$/),
      expect.stringMatching(/^secret {6}whsec_\S+$/),
    ]);
    expect(stderr).toMatch(/^this signing secret is shown only once: .* wheelhouse webhooks test [\da-f-]{36}\n$/);
    expect((await hook('show', house.receiver.url)).stdout).not.toContain('whsec_');
  });

  test.each([
    [['create', 'https://hooks.example.com', '--events', 'action.pendin'], 2, 'Did you mean action.pending?'],
    [['create', 'https://hooks.example.com', '--rate-limit', '0'], 2, '--rate-limit must be a number'],
    [['create', 'https://hooks.example.com', '--clusters', 'nowhere'], 1, 'there is no cluster nowhere'],
    [['create', 'http://hooks.example.com'], 1, 'must start with https://'],
    [['create', 'https://10.0.0.1/'], 1, 'is an address we do not connect to'],
    [['show', 'nobody.example.com'], 1, 'wheelhouse webhooks lists them'],
    [['rotate-secret', 'x', '--overlap', '604801'], 2, '--overlap must be a number of seconds up to 604800'],
    [['deliveries', 'x', '--state', 'sent'], 2, 'expected one of pending, succeeded'],
    [['test', 'x', '--type', 'action.pending,action.executed'], 2, 'pass a single --type'],
  ])('%j ends with %i', async (words, expected, said) => {
    const { code, stdout, stderr } = await hook(...words);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('to Slack shows where, but neither the URL by which one posts there nor a secret that nobody needs', async () => {
    const url = 'https://hooks.slack.com/services/T0/B0/secret-of-slack';
    const { code, stdout, stderr } = await hook('create', '--slack', url);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^next: wheelhouse webhooks test \S+\n$/),
    });
    expect(stdout).toMatch(/^Slack \(hooks\.slack\.com\)\nstate {7}active\n/);
    expect(stdout).toMatch(/^events {6}incident\.created, incident\.updated, incident\.resolved, action\.pending$/m);
    expect(stdout).not.toMatch(/secret/);
    expect((await hook('list')).stdout).not.toContain('secret-of-slack');
    expect(await json('show', 'hooks.slack.com')).toMatchObject({ format: 'slack', url, rate_limit_per_second: 1 });
  });

  test('to PagerDuty takes the key from stdin, or asks for it', async () => {
    const key = 'e93facc04764012d7bfb002500d5d1a6';
    const piped = await run(['webhooks', 'create', '--pagerduty', '--key-stdin'], somebody, `${key}\n`);
    expect(piped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PagerDuty \(events\.pagerduty\.com\)\n/) });
    const asked = startOnTerminal(['webhooks', 'create', '--pagerduty', '--events', 'incident.created'], somebody);
    await asked.until('stdout', 'Integration key (hidden): ');
    asked.type(`${key}\r`);
    const { code, stdout } = await asked.ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain(key);
    expect(await json('list')).toMatchObject({ data: [{ events: ['incident.created'] }, { format: 'pagerduty' }] });
  });

  test.each([
    [['create'], 'it is not said where events are to go'],
    [['create', 'https://hooks.example.com', '--slack', 'https://hooks.slack.com/x'], 'a webhook goes to one place'],
    [['create', '--slack', 'https://hooks.slack.com/x', '--pagerduty'], 'a webhook goes to one place'],
    [['create', '--pagerduty'], 'pass --key-stdin'],
  ])('%j is not understood', async (words, said) => {
    expect(await hook(...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  });

  test('with a key that is none says where it is', async () => {
    const { code, stderr } = await run(['webhooks', 'create', '--pagerduty', '--key-stdin'], somebody, 'short\n');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Events API V2') });
  });

  test('is refused to who may only read', async () => {
    const reader = await house.withToken(['read']);
    expect(await run(['webhooks', 'create', house.receiver.url], reader)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('deploy'),
    });
  });
});

describe('webhooks list', () => {
  test('of nothing says so and the next step', async () => {
    expect(await hook()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'no webhooks yet; next: wheelhouse webhooks create URL\n',
    });
    expect(await json('list')).toEqual({ data: [], next_cursor: null, total: 0 });
  });

  test('names each with how it goes; another tenant sees none of it', async () => {
    const { id } = await create();
    const [head, row] = (await hook('list')).stdout.split('\n');
    expect(head).toMatch(/^URL +STATE +EVENTS +DELIVERED +P95 +QUEUE +ID$/);
    expect(row).toMatch(new RegExp(`^https://127\\S+ +active +all +nothing sent +- +nothing +${id}$`));
    const stranger = await house.withToken(['read', 'deploy', 'admin']);
    expect(JSON.parse((await run(['webhooks', '--json'], stranger)).stdout)).toMatchObject({ total: 0 });
    expect(await run(['webhooks', 'show', id], stranger)).toMatchObject({ code: 1 });
  });

  test('one is meant by id, beginning of the id, URL or host; one of several is not guessed', async () => {
    const one = await create();
    const host = new URL(house.receiver.url).host;
    for (const given of [one.id, one.id.slice(0, 13), house.receiver.url, host])
      expect(await json('show', given)).toMatchObject({ id: one.id });
    await create();
    expect(await hook('show', host)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^wheelhouse: 2 webhooks are meant by 127\S+: .*\n {2}next: give its id/),
    });
  });
});

describe('webhooks test', () => {
  test('tells what was answered and how long it took; the receiver verifies it', async () => {
    const { id, signing_secret } = await create('--events', 'action.executed');
    const { code, stdout } = await hook('test', id);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^answered {4}204$/m) });
    expect(stdout).toMatch(/^took {8}\d+ ms, .*answered after \d+ ms$/m);
    const { body, headers } = lastReceived();
    const event = receiving.verify(body, headers['service-signature'], signing_secret);
    expect(event.type).toBe('action.executed');
  });

  test('that does not arrive ends with 6 and says what to do', async () => {
    const { id } = await create();
    house.answer(500);
    const { code, stdout, stderr } = await hook('test', id, '--type', 'cluster.phase_changed');
    expect(code).toBe(6);
    expect(stdout).toMatch(/^answered {4}500 \(server_error\)$/m);
    expect(stdout).toMatch(/^said {8}the database is away$/m);
    expect(stderr).toMatch(/^wheelhouse: the test delivery of cluster.phase_changed failed\n {2}next: /);
  });
});

describe('webhooks deliveries', () => {
  test('lists what was sent; with an id it tells every attempt', async () => {
    const { id } = await create();
    expect((await hook('deliveries', id)).stderr).toBe('no matching deliveries\n');
    const sent = await happened(id, 'succeeded');
    const [head, row] = (await hook('deliveries', id, '--type', 'cluster.phase_changed')).stdout.split('\n');
    expect(head).toMatch(/^STATE +EVENT +RESPONSE +ATTEMPTS +CREATED +NEXT +ID$/);
    expect(row).toMatch(/^succeeded +cluster\.phase_changed +204 +1 +20\S+Z +- +[\da-f-]{36}$/);
    const { stdout } = await hook('deliveries', id, sent.id);
    for (const line of [
      /^cluster\.phase_changed$/m,
      /^state {7}succeeded, 20\S+$/m,
      new RegExp(`^event {7}${sent.event_id}$`, 'm'),
      /^body {8}\{"id":/m,
      /^attempt 1, 20/m,
      /^answered {4}204$/m,
    ])
      expect(stdout).toMatch(line);
    expect(await json('show', id)).toMatchObject({ health: { succeeded: expect.any(Number), failed: 0 } });
  });

  test('resend sends the same event anew; what is pending is not', async () => {
    const { id } = await create();
    const { id: sent, event_id } = await happened(id, 'succeeded');
    const before = house.receiver.received.length;
    expect((await hook('resend', id, sent)).stdout).toMatch(
      new RegExp(
        `^cluster\\.phase_changed was sent again; it is pending\\. See it: wheelhouse webhooks deliveries ${id} `,
      ),
    );
    await eventually(() => {
      const again = house.receiver.received.slice(before).map(({ headers }) => headers['service-event-id']);
      expect(again).toContain(event_id);
    });
    house.answer(500);
    const waits = await happened(id, 'pending');
    expect(await hook('resend', id, waits.id)).toMatchObject({ code: 5, stderr: expect.stringContaining('pending') });
  });
});

describe('webhooks pause, enable, rotate-secret and delete', () => {
  test('pause holds what happens, and enable leaves it held', async () => {
    const { id } = await create();
    expect((await hook('pause', id)).stdout).toMatch(/ is paused; new events are held\n$/);
    await happened(id, 'held');
    expect((await hook('enable', id)).stdout).toMatch(
      new RegExp(` is active; .*; \\d+ remain held: wheelhouse webhooks deliveries ${id} --state held\n$`),
    );
  });

  test('rotate-secret shows a new one; what is sent is signed with both', async () => {
    const { id, signing_secret } = await create();
    const { stdout, stderr } = await hook('rotate-secret', id, '--overlap', '3600');
    const [, secret = ''] = /^secret {6}(whsec_\S+)\n$/.exec(stdout) ?? [];
    expect(secret).not.toBe(signing_secret);
    expect(stderr).toMatch(/the previous one keeps signing until 20/);
    await hook('test', id);
    const { body, headers } = lastReceived();
    for (const one of [secret, signing_secret])
      expect(receiving.verify(body, headers['service-signature'], one)).toMatchObject({ id: expect.any(String) });
  });

  test('delete asks a person for the host, and a script for --yes', async () => {
    const { id } = await create();
    expect(await hook('delete', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') });
    const asked = startOnTerminal(['webhooks', 'delete', id], { ...somebody, NO_COLOR: '1' });
    await asked.until('stdout', 'Type its host to continue:');
    asked.type('elsewhere\r');
    expect(await asked.ended).toMatchObject({ code: 5, stdout: expect.stringContaining('that is not its host') });
    const { code, stdout } = await hook('delete', id, '--yes');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('no longer receives events') });
    expect(await hook('show', id)).toMatchObject({ code: 1 });
  });
});
