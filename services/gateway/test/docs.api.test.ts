import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayHouse, someAddress, startGatewayHouse } from './house.ts';

let house: GatewayHouse;
let token = '';
beforeAll(async () => {
  house = await startGatewayHouse();
  token = await house.token(await house.tenant(), ['read']);
});
afterAll(() => house?.stop());

const address = someAddress();

/** As a browser asks, without reading the answer as JSON. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${new URL(house.base).origin}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, ...headers },
  });
}

describe('descriptions', () => {
  test.for(['auth', 'example'])(
    '/api/%s/openapi.json is what the module says, under the public prefix',
    async (name) => {
      const { status, headers, body } = await house.through(token, 'GET', `/api/${name}/openapi.json`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(body.servers).toEqual([{ url: `/api/${name}` }]);
      const { who } = await house.signedIn(await house.tenant());
      const own = await house.call(who, 'GET', '/openapi.json', { module: name });
      expect(body).toEqual(own.body);
    },
  );

  test('any credential will do, and without one they are refused', async () => {
    const { secret } = await house.signedIn(await house.tenant());
    const path = '/api/auth/openapi.json';
    expect((await house.through(undefined, 'GET', path)).status).toBe(401);
    expect((await house.through('whp_nobody', 'GET', path)).status).toBe(401);
    expect((await get(path, { cookie: `wh_session=${secret}` })).status).toBe(200);
    expect((await house.through(undefined, 'GET', '/api/docs/sources.json')).status).toBe(401);
  });

  test('what is known already is not sent again', async () => {
    const authorization = `Bearer ${token}`;
    const first = await get('/api/auth/openapi.json', { authorization });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await get('/api/auth/openapi.json', { authorization, 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect(again.headers.get('content-length')).toBeNull();
    expect(again.headers.get('x-ratelimit-remaining')).not.toBeNull();
    const other = await get('/api/auth/openapi.json', { authorization, 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
  });

  test('the page is told where each of them is', async () => {
    const { body } = await house.through(token, 'GET', '/api/docs/sources.json');
    expect(body).toMatchObject({
      public: false,
      dashboard: expect.any(Boolean),
      sources: [
        { title: 'auth', url: '/api/auth/openapi.json' },
        { title: 'example', url: '/api/example/openapi.json' },
      ],
    });
  });

  test('DOCS_PUBLIC shows them to anyone', async () => {
    const open = await startGatewayHouse({ DOCS_PUBLIC: 'true' });
    try {
      expect((await open.through(undefined, 'GET', '/api/auth/openapi.json')).status).toBe(200);
      expect((await open.through(undefined, 'GET', '/api/docs/sources.json')).body.public).toBe(true);
    } finally {
      await open.stop();
    }
  });
});

describe('the page', () => {
  test('is public and lets nothing in but its own origin', async () => {
    const page = await get('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|script-src|unsafe-eval|\*/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).not.toMatch(/https?:\/\/|<script>|\son\w+=|style=/);
  });

  test.for(['page.css', 'page.js', 'icon.svg'])(
    'its %s is public and is asked for again only if it changed',
    async (name) => {
      const file = await get(`/api/docs/${name}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      const known = await get(`/api/docs/${name}`, { 'if-none-match': file.headers.get('etag') ?? '' });
      expect(known.status).toBe(304);
    },
  );

  test("the API browser's program comes from here, packed, and is kept for good", async () => {
    const { body } = await house.through(token, 'GET', '/api/docs/sources.json');
    const program = await get(body.program);
    expect(program.status).toBe(200);
    expect(program.headers.get('content-encoding')).toBe('gzip');
    expect(program.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const plain = await get(body.program, { 'accept-encoding': 'gzip;q=0, identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await program.text()).toBe(await plain.text());
  });

  test.for(['/docs', '/api/docs/'])('%s leads to it', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/api/docs']);
  });

  test('a path that ends in a slash elsewhere is still none', async () => {
    expect((await get('/api/auth/api/v1/users/')).status).toBe(404);
    expect((await get('/api/docs/page.js/')).status).toBe(404);
  });
});
