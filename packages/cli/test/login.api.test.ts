import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../services/auth/test/credentials.ts';
import { type CliHouse, handOver, newHome, openCliHouse } from './house.ts';
import { run, start, startOnTerminal } from './running.ts';

let house: CliHouse;
let person: SignedIn;
let email = '';
let home = '';
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  home = newHome();
  const tenant = await house.house.tenant();
  person = await house.house.signedIn(tenant);
  const [user] = await house.house.db.tenant(tenant.id, (db) =>
    db.query<{ email: string }>('SELECT email FROM auth.users WHERE id = $1', [person.userId]),
  );
  email = user?.email ?? '';
});

const here = () => ({ XDG_CONFIG_HOME: home });
const kept = () => join(home, 'wheelhouse', 'credentials.json');
const stored = () => JSON.parse(readFileSync(kept(), 'utf8'));
const modeOf = (path: string) => statSync(path).mode & 0o777;

async function signIn() {
  const login = start(['login', '--url', house.url, '--no-browser', '--name', 'laptop'], here());
  const shown = await handOver(house, person, await login.until('stderr', /cli-login\S+\n/));
  return { shown, ...(await login.ended) };
}
const newToken = async () => {
  const headers = { cookie: `wh_session=${person.secret}`, 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
  const body = { name: 'by hand', scopes: ['read'] };
  return String(
    (await house.house.through(undefined, 'POST', '/api/auth/api/v1/tokens', { body, headers })).body.token,
  );
};

describe('login by the browser', () => {
  test('keeps a token that others on the machine cannot read, and whoami says whose it is', async () => {
    const { shown, code, stdout } = await signIn();
    expect(shown).toEqual({ status: 200, text: 'Signed in; you can close this.\n' });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(`signed in to ${house.url} as ${email} of`),
    });
    expect(stored()).toEqual({ url: house.url, token: expect.stringMatching(/^whp_/), token_id: expect.any(String) });
    expect([modeOf(kept()), modeOf(join(home, 'wheelhouse'))]).toEqual([0o600, 0o700]);
    const me = await run(['whoami'], here());
    expect(me).toMatchObject({ code: 0, stderr: '' });
    expect(me.stdout).toContain(`<${email}>\n`);
    expect(me.stdout).toMatch(/scopes {2}read, deploy\n.*token {3}laptop, ends 20/s);
    expect(JSON.parse((await run(['whoami', '--json'], here())).stdout)).toMatchObject({
      id: person.userId,
      scopes: ['read', 'deploy'],
    });
  });

  test('puts no secret into what it prints', async () => {
    const { stdout, stderr } = await signIn();
    expect(stdout + stderr).not.toContain(stored().token);
    expect(stdout + stderr).not.toMatch(/wh[pc]_/);
  });

  test('opens the browser that $BROWSER names, with the address alone', async () => {
    const script = join(home, 'browser');
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > ${home}/opened\n`);
    chmodSync(script, 0o755);
    const login = start(['login', '--url', house.url], { ...here(), BROWSER: `${script} --new %s` });
    const opened = await eventually(() => {
      const lines = readFileSync(join(home, 'opened'), 'utf8').split('\n');
      expect(lines.slice(0, 2)).toEqual(['2', '--new']);
      return lines[2] ?? '';
    });
    expect(opened).toContain('/cli-login?port=');
    expect((await handOver(house, person, opened)).status).toBe(200);
    expect((await login.ended).code).toBe(0);
  });

  test('turns away whoever comes with another state, host or path, and still waits for the right one', async () => {
    const login = start(['login', '--url', house.url, '--no-browser'], here());
    const printed = await login.until('stderr', /cli-login\S+\n/);
    const wrong = await handOver(house, person, printed, (back) => back.searchParams.set('state', 'a'.repeat(43)));
    expect(wrong.status).toBe(400);
    expect((await handOver(house, person, printed, (back) => back.searchParams.delete('state'))).status).toBe(400);
    expect((await handOver(house, person, printed, (back) => (back.pathname = '/else'))).status).toBe(400);
    const { port, state } = Object.fromEntries(new URL(/http\S+/.exec(printed)?.[0] ?? '').searchParams);
    expect(await statusOf(port ?? '', `/?code=x&state=${state}`, 'evil.example')).toBe(400);
    // As a browser opens one ahead of need: it holds nobody up.
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    expect((await handOver(house, person, printed)).status).toBe(200);
    expect((await login.ended).code).toBe(0);
    expect(idle.readableEnded || (await once(idle.resume(), 'close'))).toBeTruthy();
  });

  test('that is refused, in the browser or by the server, says so and keeps nothing', async () => {
    for (const [change, code, words] of [
      [
        (back: URL) => {
          back.searchParams.delete('code');
          back.searchParams.set('error', 'denied');
        },
        4,
        'refused in the browser',
      ],
      [(back: URL) => back.searchParams.set('code', 'whc_wrong'), 4, 'This code is invalid, used or expired'],
    ] as const) {
      const login = start(['login', '--url', house.url, '--no-browser'], here());
      const shown = await handOver(house, person, await login.until('stderr', /cli-login\S+\n/), change);
      expect(shown.text).toContain('the terminal says why');
      expect(await login.ended).toMatchObject({ code, stderr: expect.stringContaining(words) });
      expect(() => stored()).toThrow('ENOENT');
    }
  });

  test('works on a terminal', async () => {
    const login = startOnTerminal(['login', '--url', house.url, '--no-browser'], { ...here(), HOME: home });
    await handOver(house, person, await login.until('stdout', /cli-login\S+\r?\n/));
    expect(await login.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('signed in to') });
  });
});

async function statusOf(port: string, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
}

describe('login with a token from stdin', () => {
  test('keeps it once the server knows it', async () => {
    const token = await newToken();
    const { code } = await run(['login', '--url', `${house.url}/api/`, '--token-stdin'], here(), `${token}\n`);
    expect(code).toBe(0);
    expect(stored()).toEqual({ url: house.url, token, token_id: expect.any(String) });
  });

  test('is asked for on a terminal, which does not show it', async () => {
    const token = await newToken();
    const login = startOnTerminal(['login', '--url', house.url, '--token-stdin'], here());
    await login.until('stdout', 'Token (hidden): ');
    login.type(`${token}\r`);
    const { code, stdout } = await login.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('signed in to') });
    expect(stdout).not.toContain(token);
    expect(stored().token).toBe(token);
  });

  test('refuses what is none: exit 4 from the server, 2 from here, and nothing is kept', async () => {
    const wrong = await run(['login', '--url', house.url, '--token-stdin'], here(), 'whp_wrong');
    expect(wrong).toMatchObject({ code: 4, stderr: expect.stringMatching(/next: .*\n {2}request id: \S+\n$/) });
    expect(await run(['login', '--url', house.url, '--token-stdin'], here(), '\n')).toMatchObject({ code: 2 });
    expect(await run(['login', '--url', 'ftp://x', '--token-stdin'], here(), 'x')).toMatchObject({ code: 2 });
    expect(() => stored()).toThrow('ENOENT');
  });
});

describe('where the token comes from', () => {
  test('the environment wins over what is kept', async () => {
    await signIn();
    const other = await house.withToken(['read']);
    const { stdout } = await run(['whoami', '--json'], { ...here(), ...other });
    expect(JSON.parse(stdout)).toMatchObject({ scopes: ['read'] });
  });

  test('a kept token is not shown to another installation', async () => {
    await signIn();
    const before = house.came.length;
    const elsewhere = house.url.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await run(['whoami'], { ...here(), WHEELHOUSE_URL: elsewhere });
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining(`wheelhouse login --url ${elsewhere}`),
    });
    expect(house.came.slice(before)).toEqual([]);
  });

  test('without one, or with one that ended, the way in is named', async () => {
    const none = await run(['clusters'], here());
    expect(none).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('next: wheelhouse login') });
    await signIn();
    await run(['tokens', 'revoke', stored().token_id], here());
    await eventually(async () => {
      const ended = await run(['whoami'], here());
      expect(ended).toMatchObject({ code: 4, stderr: expect.stringMatching(/revoked.*wheelhouse login.*request id/s) });
    });
  });

  test('a file that is not ours is a wrong setting, and one that others can read is told of', async () => {
    mkdirSync(join(home, 'wheelhouse'));
    writeFileSync(kept(), 'x');
    expect(await run(['whoami'], here())).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('credentials.json'),
    });
    const login = await run(['login', '--url', house.url, '--token-stdin'], here(), await newToken());
    expect(login.code).toBe(0);
    expect([modeOf(kept()), modeOf(join(home, 'wheelhouse'))]).toEqual([0o600, 0o700]);
    chmodSync(kept(), 0o644);
    expect((await run(['whoami'], here())).stderr).toContain('others on this machine may read');
  });
});

describe('logout', () => {
  test('revokes the token, and forgets it', async () => {
    await signIn();
    const { token } = stored();
    expect(await run(['logout'], here())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the token is revoked'),
    });
    expect(() => stored()).toThrow('ENOENT');
    await eventually(async () =>
      expect((await house.house.through(token, 'GET', '/api/auth/api/v1/me')).status).toBe(401),
    );
    expect(await run(['logout'], here())).toMatchObject({ code: 0, stderr: expect.stringContaining('not signed in') });
  });

  test('keeps it while the server cannot be told, unless it is to be forgotten here only', async () => {
    await signIn();
    writeFileSync(kept(), JSON.stringify({ ...stored(), url: 'http://127.0.0.1:9' }));
    const failed = await run(['logout'], here());
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('wheelhouse logout --local') });
    expect(stored().url).toBe('http://127.0.0.1:9');
    expect(await run(['logout', '--local'], here())).toMatchObject({ code: 0 });
    expect(() => stored()).toThrow('ENOENT');
  });
});
