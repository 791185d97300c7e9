import { randomUUID } from 'node:crypto';
import { type Client, createClient, isApiError } from '@wheelhouse/sdk';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Door, openDoor } from '../../../packages/sdk/test/door.ts';
import { goodPassword, person } from '../../auth/test/people.ts';
import { type RunningGateway, startGateway } from './running-gateway.ts';

/** Whole errands through the gateway, with nothing but the client. */

const accounts = '/auth/api/v1/service-accounts';
const secrets = '/auth/api/v1/service-accounts/{id}/secrets';

let door: Door;
let token = '';
let client: Client;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());
beforeEach(async () => {
  token = await door.house.token(await door.house.tenant());
  client = createClient({ baseUrl: door.baseUrl, token });
});

async function newAccount(name = randomUUID()): Promise<string> {
  const { data } = await client.post(accounts, { body: { name, scopes: ['read'] } });
  return data.id;
}

const failureOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );

describe('a person', () => {
  test('signs in, makes a token, works with it, and takes it back', async () => {
    const tenant = await door.house.tenant();
    const { email } = await person(door.house, tenant);
    const signedIn = await createClient({ baseUrl: door.baseUrl }).post('/auth/api/v1/session', {
      body: { tenant: tenant.slug, email, password: goodPassword },
    });
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
    const headers = { cookie: cookie.join('; '), 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
    const page = createClient({ baseUrl: door.baseUrl, headers });
    const { data: made } = await page.post('/auth/api/v1/tokens', { body: { name: 'laptop', scopes: ['read'] } });

    const laptop = createClient({ baseUrl: door.baseUrl, token: made.token });
    const { data: me, rate } = await laptop.get('/auth/api/v1/me');
    expect([me.email, me.scopes, rate?.limit]).toEqual([email, ['read'], 600]);
    await page.delete('/auth/api/v1/tokens/{id}', { params: { id: made.id } });
    await eventually(async () => {
      const error = await failureOf(laptop.get('/auth/api/v1/me'));
      expect(isApiError(error, 'token_revoked')).toBe(true);
    });
  });
});

describe('a list', () => {
  test('is read over its pages while others write into it, each item once', async () => {
    const before = await Promise.all(Array.from({ length: 7 }, () => newAccount()));
    const since = door.came.length;
    const seen: string[] = [];
    for await (const { id } of client.list(accounts, { query: { limit: 3, state: 'active' } })) {
      if (seen.length === 2) await newAccount();
      seen.push(id);
    }
    expect(seen).toEqual(before.toSorted().toReversed());
    expect(door.came.slice(since).filter((line) => line.startsWith('GET'))).toHaveLength(3);
  });
});

describe('what is made', () => {
  test('is made once though its answer was lost, and is where Location says', async () => {
    door.loseNextAnswer();
    const name = randomUUID();
    const lost = await client.post(accounts, { body: { name, scopes: ['read'] } });
    expect([lost.status, lost.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    for await (const { total } of client.list(accounts).pages) expect(total).toBe(1);

    const told = await client.post(accounts, { body: { name: randomUUID(), scopes: ['read'] } });
    const location = told.headers.get('location') ?? '';
    expect(location).toBe(`/api${accounts}/${told.data.id}`);
    expect((await door.house.through(token, 'GET', location)).body).toEqual(told.data);
  });

  test('and was shown once only is named, so that it can be deleted and made anew', async () => {
    const id = await newAccount();
    door.loseNextAnswer();
    const error = await failureOf(client.post(secrets, { params: { id }, body: {} }));
    if (!isApiError(error, 'already_exists')) throw error;
    const { data: all } = await client.get(secrets, { params: { id } });
    expect(all.total).toBe(1);
    const lost = all.data[0]?.id ?? '';
    expect(error.message).toContain(lost);
    await client.delete(`${secrets}/{secret_id}`, { params: { id, secret_id: lost } });
    expect((await client.post(secrets, { params: { id }, body: {} })).data.client_secret).toMatch(/^whs_/);
  });
});

describe('a spent budget', () => {
  let small: Door;
  beforeAll(async () => {
    small = await openDoor({ BUDGET_PERSONAL: '3' });
  });
  afterAll(() => small.close());
  afterEach(() => vi.restoreAllMocks());

  async function spentToken(): Promise<string> {
    const spent = await small.house.token(await small.house.tenant());
    const spender = createClient({ baseUrl: small.baseUrl, token: spent });
    for (;;) {
      const { rate } = await spender.get('/auth/api/v1/me');
      // Not so late that the minute ends before what follows.
      if (rate?.remaining === 0 && rate.reset.getTime() - Date.now() > 3_000) return spent;
    }
  }

  test('is waited for as long as Retry-After says, and asked for no more until then', async () => {
    const spender = createClient({ baseUrl: small.baseUrl, token: await spentToken() });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const since = small.came.length;
    const left = 60_000 - (Date.now() % 60_000);
    // The client's waits are spread, so that not all come back in the same instant: no other timer has parts of a millisecond.
    const waits = () => timers.mock.calls.flatMap(([, ms = 0]) => (Number.isInteger(ms) ? [] : [ms]));
    const giving = new AbortController();
    const asking = failureOf(spender.get('/auth/api/v1/me', { signal: giving.signal }));
    await eventually(() => expect(waits()).toHaveLength(1));
    expect(waits()[0]).toBeGreaterThan(left - 1_000);
    expect(waits()[0]).toBeLessThan(left + 1_500);
    expect(small.came.slice(since)).toEqual(['GET /api/auth/api/v1/me']);
    const reason = new Error('enough');
    giving.abort(reason);
    expect(await asking).toBe(reason);
  });

  test('is told at once to who does not want to wait that long', async () => {
    const spender = createClient({ baseUrl: small.baseUrl, token: await spentToken(), maxRetryAfterMs: 0 });
    const error = await failureOf(spender.get('/auth/api/v1/me'));
    if (!isApiError(error, 'rate_limited')) throw error;
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
  });
});

describe('a program', () => {
  test('goes on with new access tokens as the old ones end, on one budget', async () => {
    const id = await newAccount();
    const { data } = await client.post(secrets, { params: { id }, body: {} });
    const program = createClient({
      baseUrl: door.baseUrl,
      clientCredentials: { clientId: data.client_id, clientSecret: data.client_secret },
      fetch: shortLived,
    });
    const since = door.came.length;
    const asked = () => door.came.slice(since).filter((line) => line === 'POST /api/auth/oauth/token').length;
    const first = (await program.get('/auth/api/v1/me')).rate;
    expect(asked()).toBe(1);
    await eventually(async () => {
      await program.get('/auth/api/v1/me');
      expect(asked()).toBe(2);
    });
    const { data: me, rate } = await program.get('/auth/api/v1/me');
    expect([me.kind, me.id, rate?.limit]).toEqual(['service_account', id, 1_200]);
    // In a new minute it begins anew.
    const before = rate?.reset.getTime() === first?.reset.getTime() ? first?.remaining : 1_200;
    expect(rate?.remaining).toBeLessThan(before ?? 0);
  });

  /** The token endpoint's answers, as if tokens lived for two seconds. */
  async function shortLived(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const answer = await fetch(input, init);
    if (!answer.url.endsWith('/oauth/token')) return answer;
    const granted = (await answer.json()) as object;
    return Response.json({ ...granted, expires_in: 2 }, { status: answer.status });
  }
});

interface Note {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
interface Notes {
  readonly '/example/api/v1/notes/{id}/stream': {
    readonly GET: { readonly params: { readonly id: string }; readonly events: Note };
  };
}

describe('a stream', () => {
  let gateway: RunningGateway | undefined;
  afterEach(() => gateway?.kill());

  test('goes on where it was when the gateway is killed and another comes', async () => {
    const { house } = door;
    const tenant = await house.tenant();
    const { who } = await house.signedIn(tenant);
    const note = { module: 'example', body: { title: 'first', body: '' } };
    const { body } = await house.call(who, 'POST', '/api/v1/notes', note);
    const path = `/api/v1/notes/${body.id}`;
    gateway = await startGateway(house);
    const follower = createClient<Notes>({ baseUrl: gateway.baseUrl, token: await house.token(tenant) });

    const seen: (readonly [event: string, title: string, status: string])[] = [];
    const ids = new Set<string>();
    const params = { id: body.id as string };
    for await (const { id, event, data } of follower.stream('/example/api/v1/notes/{id}/stream', { params })) {
      if (seen.length === 0) {
        await gateway.kill();
        await house.call(who, 'PATCH', path, { module: 'example', body: { title: 'changed meanwhile' } });
        gateway = await startGateway(house, gateway);
      } else if (data.status === 'open') await house.call(who, 'POST', `${path}/finish`, { module: 'example' });
      seen.push([event, data.title, data.status]);
      ids.add(id);
    }
    expect(seen[0]).toEqual(['snapshot', 'first', 'open']);
    expect(seen[1]).toEqual(['changed', 'changed meanwhile', 'open']);
    expect(seen.at(-1)).toEqual(['done', 'changed meanwhile', 'done']);
    expect(ids.size).toBe(seen.length);
  });
});
