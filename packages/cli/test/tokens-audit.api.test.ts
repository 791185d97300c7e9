import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliHouse, openCliHouse } from './house.ts';
import { run, runOnTerminal } from './running.ts';

let house: CliHouse;
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());

/** A person with tokens of these names, who uses the last of them. */
async function personWith(...names: readonly string[]) {
  const { secret } = await house.house.signedIn(await house.house.tenant());
  const headers = { cookie: `wh_session=${secret}`, 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
  const tokens: { readonly id: string; readonly token: string }[] = [];
  for (const name of names) {
    const body = { name, scopes: ['read', 'admin'] };
    tokens.push((await house.house.through(undefined, 'POST', '/api/auth/api/v1/tokens', { body, headers })).body);
  }
  return { tokens, environment: { WHEELHOUSE_URL: house.url, WHEELHOUSE_TOKEN: tokens.at(-1)?.token ?? '' } };
}

describe('tokens', () => {
  test('are listed with their state, and never themselves', async () => {
    const { tokens, environment } = await personWith('old', 'laptop');
    const { code, stdout } = await run(['tokens', 'list'], environment);
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +STATE +SCOPES +ENDS +LAST USED +BEGINS +ID$/);
    expect(rows.map((row) => row.split(/ +/)[0])).toEqual(['laptop', 'old']);
    for (const { token } of tokens) expect(stdout).not.toContain(token);
    expect(JSON.parse((await run(['tokens', '--json'], environment)).stdout)).toMatchObject({ total: 2 });
    expect((await runOnTerminal(['tokens'], environment)).stdout).toMatch(/in (89|90) days/);
  });

  test('are revoked by name or id; a name of several is not guessed', async () => {
    const { tokens, environment } = await personWith('twin', 'twin', 'old', 'laptop');
    expect(await run(['tokens', 'revoke', 'old'], environment)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('old (whp_'),
    });
    const guess = await run(['tokens', 'revoke', 'twin'], environment);
    expect(guess).toMatchObject({ code: 2, stderr: expect.stringContaining('name one by its id') });
    const [{ id } = { id: '' }] = tokens;
    expect(await run(['tokens', 'revoke', id], environment)).toMatchObject({ code: 0 });
    expect(await run(['tokens', 'revoke', 'old'], environment)).toMatchObject({ code: 1 });
    const { stdout } = await run(['tokens'], environment);
    expect(stdout.match(/ revoked /g)).toHaveLength(2);
  });
});

describe('audit', () => {
  test('lists who did what, newest first, by time, action and number', async () => {
    const { tokens, environment } = await personWith('one', 'two', 'three');
    const created = await eventually(async () => {
      const { stdout } = await run(['audit', '--json', '--action', 'token.create', '--since', '1h'], environment);
      const page = JSON.parse(stdout);
      expect(page).toMatchObject({ total: 3, next_cursor: null });
      return page.data as readonly { object_id: string }[];
    });
    expect(created.map(({ object_id }) => object_id)).toEqual(tokens.map(({ id }) => id).toReversed());
    const { stdout, stderr } = await run(['audit', '--limit', '2'], environment);
    expect(stdout).toMatch(/^TIME +ACTION +RESULT +WHO +WHAT +FROM +REQUEST\n20\S+Z +token\.create +done +session /);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toBe('the newest 2 of 3; --limit shows more\n');
    const none = await run(['audit', '--since', '2999-01-01'], environment);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('no matching entries') });
  });

  test('refuses a time or a number that is none', async () => {
    const { environment } = await personWith('one');
    for (const words of [
      ['--since', 'yesterday'],
      ['--limit', '0'],
      ['--limit', 'all'],
    ])
      expect(await run(['audit', ...words], environment)).toMatchObject({ code: 2 });
  });

  test('tells nothing of another tenant', async () => {
    const { tokens } = await personWith('one');
    const { environment } = await personWith('two');
    await eventually(async () => {
      const { stdout } = await run(['audit', '--json'], environment);
      expect(JSON.parse(stdout)).toMatchObject({ total: 1 });
      expect(stdout).not.toContain(tokens[0]?.id);
    });
  });
});
