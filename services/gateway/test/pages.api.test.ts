import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltDashboard, builtDashboard, picture, program } from './built-dashboard.ts';
import { type GatewayHouse, someAddress, startGatewayHouse } from './house.ts';
import { sendRaw } from './raw-socket.ts';

let dashboard: BuiltDashboard;
let house: GatewayHouse;
beforeAll(async () => {
  dashboard = await builtDashboard();
  house = await startGatewayHouse({ DASHBOARD_DIR: dashboard.folder, BUDGET_ANONYMOUS: '3' });
});
afterAll(async () => {
  await house?.stop();
  await dashboard?.remove();
});

type Headers = Readonly<Record<string, string>>;

const programPath = '/assets/main-Ab12Cd34.js';
const navigating = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };
const address = someAddress();

/** Each program from an address of its own, unless it says which: strangers have a budget of three. */
function ask(path: string, headers: Headers = {}, method = 'GET', from = house): Promise<Response> {
  return fetch(`${new URL(from.base).origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': someAddress(), ...headers },
  });
}

/** As it stands on the wire: fetch unpacks what it gets. */
async function packed(path: string, accepted: string): Promise<{ readonly encoding: unknown; readonly body: Buffer }> {
  const headers = { 'x-forwarded-for': address, 'accept-encoding': accepted };
  return new Promise((resolve, reject) => {
    request(`${new URL(house.base).origin}${path}`, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('the page', () => {
  test.for(['/', '/clusters', '/clusters/prod-eu.1/issues?severity=high', '/settings/access-tokens/', '/index.html'])(
    'is what a browser gets that navigates to %s',
    async (path) => {
      const answer = await ask(path, navigating);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const text = await answer.text();
      expect(text).toContain('<title>A dashboard</title>');
      expect(text.match(/<base [^>]*>/g)).toEqual(['<base href="/" />']);
    },
  );

  test.for<Headers>([{ accept: 'text/html' }, { 'sec-fetch-dest': 'document' }])(
    'is for whoever says %o',
    async (headers) => expect((await ask('/login', headers)).status).toBe(200),
  );

  test('lets nothing inline run, loads nothing from elsewhere, and is shown in no frame', async () => {
    const { headers } = await ask('/clusters', navigating);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      vary: 'accept, accept-encoding, sec-fetch-dest',
    });
  });

  test('has a head, which says how long the page is', async () => {
    const plain = { ...navigating, 'accept-encoding': 'identity' };
    const head = await ask('/clusters', plain, 'HEAD');
    const whole = await (await ask('/clusters', plain)).text();
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });

  test('is not sent again to whoever has it', async () => {
    const etag = (await ask('/', navigating)).headers.get('etag') ?? '';
    const again = await ask('/clusters', { ...navigating, 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect(again.headers.get('content-security-policy')).not.toBeNull();
  });

  test('finds its files below the path of EXTERNAL_URL', async () => {
    const below = await startGatewayHouse({
      DASHBOARD_DIR: dashboard.folder,
      EXTERNAL_URL: 'https://tools.example/a&b/ops/',
    });
    try {
      // The proxy in front takes its path away, as for the API.
      const text = await (await ask('/clusters', navigating, 'GET', below)).text();
      expect(text.match(/<base [^>]*>/g)).toEqual(['<base href="/a&amp;b/ops/" />']);
    } finally {
      await below.stop();
    }
  });
});

test('the API browser is told whether there is a dashboard to go back to', async () => {
  const token = await house.token(await house.tenant(), ['read']);
  const answer = await house.through(token, 'GET', '/api/docs/sources.json');
  expect(answer).toMatchObject({ status: 200, body: { dashboard: true } });
});

describe('its files', () => {
  test('with a hash in their name are kept for good', async () => {
    const answer = await ask(programPath);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(await answer.text()).toBe(program);
  });

  test.for(['/theme.js', '/icon.svg'])('without one, as %s, are asked for again only if they changed', async (path) => {
    const first = await ask(path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect((await ask(path, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('are packed as the browser understands it, tightly once that is done', async () => {
    const gzip = await packed(programPath, 'gzip, br;q=0');
    expect(gzip.encoding).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(program);
    const brotli = await eventually(async () => {
      const answer = await packed(programPath, 'gzip, deflate, br, zstd');
      expect(answer.encoding).toBe('br');
      return answer;
    });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(program);
    for (const accepted of ['identity', 'gzip;q=0, br;q=0.000', 'deflate'])
      expect(await packed(programPath, accepted)).toEqual({ encoding: undefined, body: Buffer.from(program) });
  });

  test('that are packed already stay as they are', async () => {
    const answer = await packed('/assets/picture-Ij90Kl12.png', 'gzip, br');
    expect(answer).toEqual({ encoding: undefined, body: picture });
  });

  test('are read, never written', async () => {
    const answer = await ask(programPath, {}, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('what is no place of the dashboard', () => {
  test.for([
    '/assets/main-Ab12Cd34.js.map',
    '/assets/gone-Ab12Cd34.js',
    '/assets/',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/docs.js',
    '/api/auth/api/v1/nothing',
    '/docs/nothing',
  ])('is told in JSON even to a browser: %s', async (path) => {
    const answer = await ask(path, navigating);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.status).toBe(404);
  });

  test.for(['/clusters', '/manifest.json', '/.vite/manifest.js', '/linked.js', '/secret.js', '/favicon.ico'])(
    'is told in JSON to programs: %s',
    async (path) => {
      const answer = await ask(path, { accept: '*/*', 'sec-fetch-dest': 'empty' });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );

  test('is whatever a form sends', async () => {
    expect((await ask('/clusters', navigating, 'POST')).status).toBe(404);
  });

  test.for([
    '/../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/assets//main-Ab12Cd34.js',
    '//',
    '/theme.js%00',
  ])('is what can be read in two ways: %s', async (path) => {
    const port = Number(new URL(house.base).port);
    const from = `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 250)).join('.')}`;
    const bytes = `GET ${path} HTTP/1.1\r\nHost: gateway\r\nAccept: text/html\r\n\r\n`;
    const { answers } = await sendRaw(bytes, { port, from, answers: 1 });
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });
});

describe('the budget of the page', () => {
  test("is the address's own, apart from that of strangers", async () => {
    const from = { 'x-forwarded-for': someAddress() };
    const files = ['/', '/clusters', '/theme.js', programPath, '/icon.svg'];
    const answers = await Promise.all(files.map((path) => ask(path, { ...navigating, ...from })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(files.map(() => '1200'));
    const stranger = await ask('/api/auth/healthz', from);
    expect(stranger.headers.get('x-ratelimit-remaining')).toBe('2');
  });

  test('once spent is told as plain text, and calls go on', async () => {
    const small = await startGatewayHouse({ DASHBOARD_DIR: dashboard.folder, BUDGET_PAGES: '2' });
    try {
      const from = { 'x-forwarded-for': someAddress() };
      const get = (path: string) => ask(path, { ...navigating, ...from }, 'GET', small);
      expect([(await get('/')).status, (await get('/theme.js')).status]).toEqual([200, 200]);
      const refused = await get('/clusters');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.text()).toContain(`Request id: ${refused.headers.get('x-request-id')}`);
      expect((await get('/api/auth/healthz')).status).toBe(200);
    } finally {
      await small.stop();
    }
  });
});

test('without a built dashboard the page says the next step, and the API is served', async () => {
  const bare = await startGatewayHouse({ DASHBOARD_DIR: `${dashboard.folder}/nothing` });
  try {
    for (const path of ['/', '/clusters']) {
      const answer = await ask(path, navigating, 'GET', bare);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
      expect(await answer.text()).toContain('npm run build');
    }
    expect((await ask('/clusters', {}, 'GET', bare)).status).toBe(404);
    expect((await ask('/api/auth/healthz', navigating, 'GET', bare)).status).toBe(200);
  } finally {
    await bare.stop();
  }
});
