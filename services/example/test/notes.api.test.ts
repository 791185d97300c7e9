import { type Caller, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleModule } from '../src/module.ts';

let house: TestProcess;
let anna: Caller;
let berta: Caller;

beforeAll(async () => {
  house = await startTestProcess([exampleModule]);
  anna = await caller();
  berta = await caller();
});
afterAll(() => house.stop());

const write = (who: Caller, title: string, headers = {}) =>
  house.call(who, 'POST', '/api/v1/notes', { body: { title, body: 'text' }, headers });

describe('writing and reading', () => {
  test('a note is made, found, and changed', async () => {
    const made = await write(anna, 'first');
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/v1/notes/${made.body.id}`);
    const read = await house.call(anna, 'GET', `/api/v1/notes/${made.body.id}`);
    expect(read.body).toMatchObject({ title: 'first', status: 'open' });
    const changed = await house.call(anna, 'PATCH', `/api/v1/notes/${made.body.id}`, { body: { status: 'done' } });
    expect(changed.body).toMatchObject({ title: 'first', status: 'done' });
  });

  test('its events are heard, each once', async () => {
    const { body } = await write(anna, 'told');
    await house.call(anna, 'PATCH', `/api/v1/notes/${body.id}`, { body: { title: 'told again' } });
    await eventually(async () =>
      expect((await house.call(anna, 'GET', `/api/v1/notes/${body.id}`)).body.changes).toBe(2),
    );
  });

  test('an unchanged note is 304, and a stale If-Match is 412', async () => {
    const { body } = await write(anna, 'cached');
    await eventually(async () =>
      expect((await house.call(anna, 'GET', `/api/v1/notes/${body.id}`)).body.changes).toBe(1),
    );
    const path = `/api/v1/notes/${body.id}`;
    const etag = (await house.call(anna, 'GET', path)).headers.get('etag') ?? '';
    expect((await house.call(anna, 'GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(
      (await house.call(anna, 'PATCH', path, { body: { title: 'new' }, headers: { 'if-match': etag } })).status,
    ).toBe(200);
    const stale = await house.call(anna, 'PATCH', path, { body: { title: 'newer' }, headers: { 'if-match': etag } });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'precondition_failed' } } });
  });
});

describe('lists', () => {
  test('pages are walked newest first, with an exact total under the counted filter', async () => {
    const who = await caller();
    for (let index = 0; index < 7; index += 1) await write(who, `note ${index}`);
    const titles: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await house.call(who, 'GET', `/api/v1/notes?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.body.total).toBe(7);
      titles.push(...page.body.data.map(({ title }: { title: string }) => title));
      if (page.body.next_cursor === null) break;
      cursor = page.body.next_cursor;
    }
    expect(titles).toEqual(['note 6', 'note 5', 'note 4', 'note 3', 'note 2', 'note 1', 'note 0']);
    const [newest] = (await house.call(who, 'GET', '/api/v1/notes?limit=1')).body.data;
    await house.call(who, 'PATCH', `/api/v1/notes/${newest.id}`, { body: { status: 'done' } });
    expect((await house.call(who, 'GET', '/api/v1/notes?status=open')).body.total).toBe(6);
    expect((await house.call(who, 'GET', '/api/v1/notes?status=done')).body).toMatchObject({
      total: 1,
      data: [{ id: newest.id }],
    });
    expect((await house.call(who, 'GET', '/api/v1/notes?status=done,open')).body.total).toBe(7);
  });

  test.for([
    ['limit=0', 'invalid_request'],
    ['limit=-1', 'invalid_request'],
    ['limit=many', 'invalid_request'],
    ['cursor=abc', 'invalid_cursor'],
    ['tenant=other', 'unknown_parameter'],
  ])('%s is refused with %s', async ([query = '', code = '']) => {
    expect(await house.call(anna, 'GET', `/api/v1/notes?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code } },
    });
  });

  test('a cursor is bound to its tenant and filters', async () => {
    for (let index = 0; index < 3; index += 1) await write(berta, `b${index}`);
    const { next_cursor: cursor } = (await house.call(berta, 'GET', '/api/v1/notes?limit=1')).body;
    expect((await house.call(berta, 'GET', `/api/v1/notes?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await house.call(anna, 'GET', `/api/v1/notes?limit=1&cursor=${cursor}`)).body.error.code).toBe(
      'invalid_cursor',
    );
    expect((await house.call(berta, 'GET', `/api/v1/notes?limit=1&status=open&cursor=${cursor}`)).body.error.code).toBe(
      'invalid_cursor',
    );
  });
});

describe('refusals', () => {
  test('nobody gets in without a token, with a foreign one, or without the scope', async () => {
    expect(await house.call(undefined, 'GET', '/api/v1/notes')).toMatchObject({
      status: 401,
      body: { error: { code: 'unauthenticated' } },
    });
    expect((await house.call({ ...anna, token: `${anna.token}x` }, 'GET', '/api/v1/notes')).status).toBe(401);
    const reader = await caller({ scopes: ['read'] });
    const refused = await write(reader, 'no');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect(refused.headers.get('x-accepted-oauth-scopes')).toBe('deploy');
  });

  test('unknown routes, methods, fields and media types are told apart', async () => {
    expect((await house.call(anna, 'GET', '/api/v1/nothing')).body.error.code).toBe('not_found');
    const method = await house.call(anna, 'DELETE', '/api/v1/notes');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, POST']);
    const field = await house.call(anna, 'POST', '/api/v1/notes', {
      body: { title: 'a', body: 'b', tenant_id: berta.tenantId },
    });
    expect(field).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', details: [{ field: 'tenant_id', code: 'unknown_field' }] } },
    });
    expect((await house.call(anna, 'POST', '/api/v1/notes', { body: '{"title":' })).status).toBe(400);
    expect(
      (await house.call(anna, 'POST', '/api/v1/notes', { body: 'x', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    expect(
      (await house.call(anna, 'POST', '/api/v1/notes', { body: { title: 'a', body: 'x'.repeat(2_000_000) } })).status,
    ).toBe(413);
  });

  test('a body of very many values is not even read', async () => {
    const items = Array.from({ length: 30_000 }, () => 0);
    expect(await house.call(anna, 'POST', '/api/v1/notes', { body: { title: 'a', body: 'b', items } })).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', message: 'The body contains more than 20000 values.' } },
    });
    // In a text they are no values.
    const text = '[{"'.repeat(30_000);
    const { body } = await house.call(anna, 'POST', '/api/v1/notes', { body: { title: text, body: 'b' } });
    expect(body.error.details).toMatchObject([{ field: 'title' }]);
  });

  test('every answer carries the request id it can be quoted by', async () => {
    const refused = await house.call(anna, 'GET', '/api/v1/nothing', { headers: { 'x-request-id': 'my-own-request' } });
    expect(refused.headers.get('x-request-id')).toBe('my-own-request');
    expect(refused.body.error.request_id).toBe('my-own-request');
    const hostile = await house.call(anna, 'GET', '/api/v1/nothing', { headers: { 'x-request-id': '<script>' } });
    expect(hostile.body.error.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('tenants never meet', () => {
  test("another tenant's note is as if it had never existed", async () => {
    const { body } = await write(anna, 'mine');
    const foreign = await house.call(berta, 'GET', `/api/v1/notes/${body.id}`);
    const never = await house.call(berta, 'GET', '/api/v1/notes/01890000-0000-7000-8000-000000000000');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    expect((await house.call(berta, 'PATCH', `/api/v1/notes/${body.id}`, { body: { title: 'stolen' } })).status).toBe(
      404,
    );
    expect((await house.call(anna, 'GET', `/api/v1/notes/${body.id}`)).body.title).toBe('mine');
  });
});

describe('Idempotency-Key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });

  test('a repeat is answered as the first was, and makes nothing', async () => {
    const who = await caller();
    const first = await write(who, 'once', key('k1'));
    const again = await write(who, 'once', key('k1'));
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await house.call(who, 'GET', '/api/v1/notes')).body.total).toBe(1);
  });

  test('the same key with another body is refused; another caller may use it', async () => {
    const who = await caller();
    await write(who, 'once', key('k2'));
    expect((await write(who, 'other', key('k2'))).body.error.code).toBe('idempotency_key_reused');
    expect((await write(await caller(), 'other', key('k2'))).status).toBe(201);
  });

  test('ten at once make one note', async () => {
    const who = await caller();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(who, 'race', key('k3'))));
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    expect((await house.call(who, 'GET', '/api/v1/notes')).body.total).toBe(1);
  });

  test('a refused call does not use its key up', async () => {
    const who = await caller();
    const refused = await house.call(who, 'PATCH', '/api/v1/notes/01890000-0000-7000-8000-000000000000', {
      body: {},
      headers: key('k4'),
    });
    expect(refused.status).toBe(404);
    expect((await write(who, 'now', key('k4'))).status).toBe(201);
  });
});

describe('a job', () => {
  test('finishes a note after the call was answered, once, and not for another tenant', async () => {
    const { body } = await write(anna, 'to be finished');
    expect((await house.call(berta, 'POST', `/api/v1/notes/${body.id}/finish`)).status).toBe(404);
    const asked = await house.call(anna, 'POST', `/api/v1/notes/${body.id}/finish`);
    expect([asked.status, asked.body.status]).toEqual([202, 'open']);
    await house.call(anna, 'POST', `/api/v1/notes/${body.id}/finish`);
    await eventually(async () => {
      expect((await house.call(anna, 'GET', `/api/v1/notes/${body.id}`)).body).toMatchObject({
        status: 'done',
        changes: 2,
      });
    });
  });
});

describe('a stream', () => {
  const follow = (who: Caller, id: string, headers = {}) =>
    fetch(`http://127.0.0.1:${house.environment['EXAMPLE_PORT']}/api/v1/notes/${id}/stream`, {
      headers: { authorization: `Bearer ${who.token}`, ...headers },
    });

  test('begins with a snapshot, tells each change, and ends when the note is done', async () => {
    const { body } = await write(anna, 'followed');
    const answer = await follow(anna, body.id);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await house.call(anna, 'PATCH', `/api/v1/notes/${body.id}`, { body: { status: 'done' } });
    const events = [...(await answer.text()).matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events[0]).toBe('snapshot');
    expect(events.at(-1)).toBe('done');
  });

  test('that has told everything is over: 204, and a browser does not come back', async () => {
    const { body } = await write(anna, 'over');
    await house.call(anna, 'PATCH', `/api/v1/notes/${body.id}`, { body: { status: 'done' } });
    await eventually(async () => {
      const [, last = ''] = /^id: (\S+)$/m.exec(await (await follow(anna, body.id)).text()) ?? [];
      expect((await follow(anna, body.id, { 'last-event-id': last })).status).toBe(204);
    });
  });

  test("another tenant's is 404, before anything is streamed", async () => {
    const { body } = await write(anna, 'private');
    const answer = await follow(berta, body.id);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('what a process says of itself', () => {
  test('/healthz, /readyz and OpenAPI 3.1', async () => {
    expect((await house.call(undefined, 'GET', '/healthz')).body).toEqual({ status: 'ok' });
    await eventually(async () => {
      const ready = await house.call(undefined, 'GET', '/readyz');
      expect(ready).toMatchObject({
        status: 200,
        body: { status: 'ready', dependencies: { postgresql: 'ok', schema: 'ok', rabbitmq: 'ok' } },
      });
    });
    const { body } = await house.call(anna, 'GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual([
      '/api/v1/notes',
      '/api/v1/notes/{id}',
      '/api/v1/notes/{id}/stream',
      '/api/v1/notes/{id}/finish',
      '/api/v1/dead-letters',
    ]);
    expect(body.paths['/api/v1/notes/{id}'].patch).toMatchObject({
      'x-access': 'deploy',
      responses: { 200: {}, 412: {}, 404: {} },
    });
  });

  test('internal routes are not there for callers', async () => {
    expect((await house.call(anna, 'GET', '/internal/routes')).status).toBe(404);
    const module = await caller({ kind: 'module', sub: 'gateway', audience: 'example', scopes: [] });
    expect((await house.call(module, 'GET', '/internal/routes')).body.routes).toContainEqual({
      method: 'GET',
      url: '/api/v1/notes',
      access: 'read',
    });
  });
});
