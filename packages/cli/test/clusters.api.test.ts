import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kubeconfigOf } from '../../../services/k8s-monitor/test/house.ts';
import { type CliHouse, newHome, openCliHouse } from './house.ts';
import { type Environment, run, runOnTerminal, startOnTerminal } from './running.ts';

let house: CliHouse;
let admin: Environment;
let folder = '';
beforeAll(async () => {
  house = await openCliHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  admin = await house.withToken();
  folder = newHome();
});

function fileOf(kubeconfig: string): string {
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, kubeconfig);
  return file;
}
const register = (name: string, ...more: readonly string[]) =>
  run(['clusters', 'register', name, '--kubeconfig', fileOf(kubeconfigOf('KUBECONFIG')), ...more], admin);

describe('clusters register', () => {
  test('waits until the cluster is reached, tells how it goes on stderr and what came of it on stdout', async () => {
    const { code, stdout, stderr } = await register('prod-eu', '--description', 'where customers are');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^prod-eu is Pending: /) });
    expect(stdout).toMatch(/^prod-eu\nabout {7}where customers are\nphase {7}Ready \(ready\)\n/);
    const again = await register('prod-eu');
    expect(again).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/next: .*\n {2}request id: \S+/s),
    });
  });

  test('with --json is the cluster as the API tells it, on stdout alone', async () => {
    const { code, stdout } = await register('prod-us', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'prod-us',
      phase: 'Ready',
      credential: { kind: 'client_certificate' },
    });
    expect(JSON.parse((await run(['clusters', 'show', 'prod-us', '--json'], admin)).stdout)).toMatchObject({
      id: JSON.parse(stdout).id,
      name: 'prod-us',
    });
  });

  test('reads a kubeconfig from stdin, and one of its contexts', async () => {
    const config = JSON.parse(kubeconfigOf('KUBECONFIG')) as { contexts: { name: string }[] } & object;
    const context = config.contexts[0]?.name ?? '';
    const text = JSON.stringify({ ...config, 'current-context': 'none' });
    const words = ['clusters', 'register', 'by-stdin', '--kubeconfig', '-', '--context', context, '--timeout', '0'];
    const made = await run([...words, '--json'], admin, text);
    expect({ code: made.code, cluster: JSON.parse(made.stdout) }).toMatchObject({
      code: 0,
      cluster: { phase: 'Pending' },
    });
  });

  test('that is still Pending when the time is over ends with 7, and Unreachable with 6', async () => {
    const nowhere = fileOf(kubeconfigOf('KUBECONFIG', 'https://127.0.0.1:9'));
    const words = ['clusters', 'register', 'nowhere', '--kubeconfig', nowhere, '--timeout'];
    const late = await run([...words, '1'], admin);
    expect(late).toMatchObject({ code: 7, stderr: expect.stringContaining('still Pending after 1 s') });
    await run(['clusters', 'remove', 'nowhere', '--yes'], admin);
    const failed = await run([...words, '90'], admin);
    expect(failed.code).toBe(6);
    expect(failed.stderr).toMatch(/nowhere is registered, but Unreachable: .*\n {2}next: fix it/);
    expect(failed.stdout).toContain('Unreachable (connection_refused)');
  });

  test('refuses what it can see to be wrong before it calls anybody', async () => {
    const before = house.came.length;
    expect(await run(['clusters', 'register', 'x', '--kubeconfig', '/nowhere'], admin)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('kubectl config view --raw --flatten --minify'),
    });
    expect(await run(['clusters', 'register', 'x'], admin)).toMatchObject({ code: 2 });
    expect(await register('x', '--timeout', 'soon')).toMatchObject({ code: 2 });
    expect(house.came.length).toBe(before);
    const refused = await register('Not A Label');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/\n {2}name: .*\n {2}next: /) });
  });
});

describe('clusters', () => {
  test('lists names, phases and what is wrong; of nothing it says the next step', async () => {
    const empty = await run(['clusters'], admin);
    expect(empty).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('wheelhouse clusters connect'),
    });
    expect(JSON.parse((await run(['clusters', '--json'], admin)).stdout)).toEqual({
      data: [],
      next_cursor: null,
      total: 0,
    });
    await house.unreached(admin, 'first');
    await house.unreached(admin, 'second', { description: 'another' });
    const { stdout } = await run(['clusters', 'list'], admin);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +PHASE +VERSION +LAST SEEN +SERVER +ABOUT$/);
    expect(rows.map((row) => row.split(/ +/).slice(0, 2))).toEqual([
      ['second', 'Pending'],
      ['first', 'Pending'],
    ]);
    expect(JSON.parse((await run(['clusters', '--json'], admin)).stdout)).toMatchObject({
      total: 2,
      data: [{ name: 'second' }, {}],
    });
  });

  test('on a terminal fits its width, with colours unless NO_COLOR asks for none', async () => {
    await house.unreached(admin, 'a-name-that-is-rather-long-for-such-a-narrow-terminal');
    const { stdout } = await runOnTerminal(['clusters'], admin, 70);
    expect(stdout).toContain('\u001b[');
    const lines = stripVTControlCharacters(stdout).trimEnd().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(70);
    expect(lines[1]).toContain('…');
    for (const [args, more] of [
      [['clusters'], { NO_COLOR: '1' }],
      [['clusters', '--json'], {}],
    ] as const)
      expect((await runOnTerminal(args, { ...admin, ...more }, 70)).stdout).not.toContain('\u001b');
  });

  test('names of others cannot steer the terminal', async () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31mrm -rf\nok';
    const token = { name: evil, scopes: ['read'] };
    const tenant = await house.house.tenant();
    const { secret } = await house.house.signedIn(tenant);
    const headers = { cookie: `wh_session=${secret}`, 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
    const made = await house.house.through(undefined, 'POST', '/api/auth/api/v1/tokens', { body: token, headers });
    const environment = { WHEELHOUSE_URL: house.url, WHEELHOUSE_TOKEN: String(made.body.token), NO_COLOR: '1' };
    for (const args of [['tokens'], ['tokens', '--json'], ['whoami']]) {
      const { stdout } = await runOnTerminal(args, environment, 400);
      // oxlint-disable-next-line no-control-regex -- that there is none
      expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(stdout).toContain('\\u001b[2J');
    }
    expect(JSON.parse((await run(['tokens', '--json'], environment)).stdout)).toMatchObject({ data: [{ name: evil }] });
  });

  test('that are not there are named with what lists them, as those of another tenant are', async () => {
    await house.unreached(admin, 'mine');
    const stranger = await house.withToken();
    for (const [name, who] of [
      ['mine', stranger],
      ['nobodys', admin],
    ] as const)
      expect(await run(['clusters', 'show', name], who)).toMatchObject({
        code: 1,
        stderr: `wheelhouse: there is no cluster ${name}\n  next: wheelhouse clusters lists them\n`,
      });
  });
});

describe('clusters remove', () => {
  const names = async () => {
    const { stdout } = await run(['clusters', '--json'], admin);
    return (JSON.parse(stdout).data as readonly { name: string }[]).map(({ name }) => name);
  };

  test('asks a person to type the name, and does nothing for another', async () => {
    await house.unreached(admin, 'keep-me');
    const wrong = startOnTerminal(['clusters', 'remove', 'keep-me'], admin);
    await wrong.until('stdout', 'Type its name');
    wrong.type('yes\r');
    expect(await wrong.ended).toMatchObject({ code: 5, stdout: expect.stringContaining('keep-me was not removed') });
    expect(await names()).toEqual(['keep-me']);
    const right = startOnTerminal(['clusters', 'remove', 'keep-me'], admin);
    await right.until('stdout', 'Type its name');
    right.type('keep-me\r');
    expect(await right.ended).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });

  test('never asks where nobody is', async () => {
    await house.unreached(admin, 'scripted');
    expect(await run(['clusters', 'remove', 'scripted'], admin)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pass --yes'),
    });
    expect(await names()).toEqual(['scripted']);
    expect(await run(['clusters', 'remove', 'scripted', '--yes'], admin)).toMatchObject({ code: 0 });
    expect(await names()).toEqual([]);
  });

  test('is refused with 5 where the token lacks the scope', async () => {
    const tenant = await house.house.tenant();
    const owner = await house.withToken(undefined, tenant);
    await house.unreached(owner, 'guarded');
    const reader = await house.withToken(['read'], tenant);
    const refused = await run(['clusters', 'remove', 'guarded', '--yes'], reader);
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/admin.*next: wheelhouse whoami.*request id/s),
    });
  });
});
