import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort } from '@wheelhouse/testkit';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewaySettings } from '../src/config.ts';
import { openBrowser, watchedPage } from './browser.ts';
import { compared, type Example, examplesOf, shownAlone } from './guide-examples.ts';
import { type GatewayHouse, startGatewayHouse } from './house.ts';

/** docs/guides/api-basics.md from top to bottom: every example is run, and what it shows must come out. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/api-basics.md'), 'utf8');
const examples = examplesOf(guide);
/** The lines that the other examples in TypeScript go on from. */
const opening = examples.find(({ text }) => text.startsWith('import'))?.text ?? '';
const inTypeScript = examples.filter(({ language, text }) => language === 'ts' && text !== opening);

/** No module that ships has a stream yet, so the client knows none: the example's is that of the example module. */
const notTyped = inTypeScript.filter(({ text }) => text.includes('client.stream(')).map(fileOf);

const run = promisify(execFile);
const owner = { email: 'ada@example.com', password: 'seven lamps beside the river' };

let house: GatewayHouse;
let folder = '';
let environment: Record<string, string> = {};

beforeAll(async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  house = await startGatewayHouse({
    GATEWAY_PORT: port,
    EXTERNAL_URL: url,
    SETUP_OWNER_EMAIL: owner.email,
    SETUP_OWNER_PASSWORD: owner.password,
    // Whoever signs in here comes from this machine, like other tests that say no address.
    BUDGET_ANONYMOUS: '100000',
  });
  folder = mkdtempSync(join(tmpdir(), 'api-basics-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const example of inTypeScript) writeFileSync(join(folder, fileOf(example)), `${opening}\n${example.text}`);
  const { PATH = '', HOME = '' } = process.env;
  environment = { PATH, HOME, WHEELHOUSE_URL: url, EMAIL: owner.email, PASSWORD: owner.password };
  await eventually(async () => {
    const { body } = await house.through(undefined, 'GET', '/api/auth/api/v1/sign-in-options');
    if (body.tenant_name !== 'Main') throw new Error('there is no owner yet');
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.stop();
});

function fileOf({ text }: Example): string {
  return `example-${String(examples.findIndex((one) => one.text === text)).padStart(2, '0')}.ts`;
}

async function outputOf(example: Example): Promise<string> {
  if (example.text.includes("baseUrl: '/api'")) return outputInPage(join(folder, fileOf(example)));
  const [program, ...words] =
    example.language === 'sh'
      ? (['bash', '--norc', '-euo', 'pipefail', '-c', example.text] as const)
      : ([process.execPath, fileOf(example)] as const);
  const needs = await needsOf(example);
  const running = run(program, words, { cwd: folder, env: { ...environment, ...needs } });
  const { STREAM: stream } = needs;
  // It ends while it is followed: not before the first of it was shown.
  if (stream !== undefined)
    running.child.stdout?.once('data', () => void ask('POST', stream.replace(/stream$/, 'finish')));
  return (await running).stdout;
}

/** In a page of the installation itself, with the session that the first example has begun. */
async function outputInPage(file: string): Promise<string> {
  const url = environment['WHEELHOUSE_URL'] ?? '';
  const define = { 'process.env.WHEELHOUSE_URL': '""', 'process.env.WHEELHOUSE_TOKEN': 'undefined' };
  const bundle = await rolldown({ input: file, transform: { define } });
  const { output } = await bundle.generate({ format: 'esm' });
  const [value = ''] = /wh_session\t(\S+)/.exec(readFileSync(join(folder, 'session'), 'utf8'))?.slice(1) ?? [];
  const browser = await openBrowser();
  try {
    const { page } = await watchedPage(browser, url);
    await page.context().addCookies([{ name: 'wh_session', value, url, httpOnly: true, sameSite: 'Lax' }]);
    const said: string[] = [];
    await page.goto(`${url}/api/docs`);
    page.on('console', (message) => said.push(message.text()));
    await page.evaluate(`(async () => { ${output[0].code} })()`);
    return said.join('\n');
  } finally {
    await browser.close();
  }
}

/** What a reader has at hand, besides address and token. */
async function needsOf({ text }: Example): Promise<Readonly<Record<string, string>>> {
  if (text.includes('STREAM')) return { STREAM: await newStream() };
  return text.includes('CLIENT_ID') ? newClient() : {};
}

const ask = (method: string, path: string, body: unknown = {}) =>
  house.through(environment['WHEELHOUSE_TOKEN'], method, `/api${path}`, { body });

async function newStream(): Promise<string> {
  const { body } = await ask('POST', '/example/api/v1/notes', { title: 'followed', body: '' });
  return `/example/api/v1/notes/${body.id}/stream`;
}

async function newClient(): Promise<Readonly<Record<string, string>>> {
  const accounts = '/auth/api/v1/service-accounts';
  const { body: list } = await house.through(environment['WHEELHOUSE_TOKEN'], 'GET', `/api${accounts}`);
  const account = list.data.find(({ name }: { readonly name: string }) => name === 'nightly-report');
  const { body } = await ask('POST', `${accounts}/${account.id}/secrets`);
  return { CLIENT_ID: body.client_id, CLIENT_SECRET: body.client_secret };
}

describe('the examples', () => {
  test.each(examples.filter(({ text }) => text !== opening).map((one) => [one.name, one] as const))(
    '%s',
    async (_name, example) => {
      const output = await outputOf(example);
      if (example.shown === undefined) throw new Error('what comes out is not shown');
      const { came, expected } = compared(example.shown, output);
      expect(came).toEqual(expected);
      const [made] = /"token":"(whp_\w+)"/.exec(output)?.slice(1) ?? [];
      if (made !== undefined) environment['WHEELHOUSE_TOKEN'] = made;
    },
  );

  test('in TypeScript are what the compiler allows', async () => {
    const compilerOptions = {
      // Rules of this house. Readers may write process.env.NAME, and not every example needs all that it goes on from.
      noPropertyAccessFromIndexSignature: false,
      noUnusedLocals: false,
    };
    const settings = { extends: join(repository, 'tsconfig.json'), compilerOptions, include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const said = await run(join(repository, 'node_modules/.bin/tsc'), ['--project', '.', '--pretty', 'false'], {
      cwd: folder,
      env: environment,
    }).catch((error: unknown) => error as { readonly stdout: string });
    const faulty = said.stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(faulty.filter((line) => !notTyped.some((name) => line.startsWith(name)))).toEqual([]);
    // Once a module with a stream ships, the example is to follow that.
    for (const name of notTyped) expect(faulty.join('\n')).toContain(name);
  });
});

describe('what it says besides', () => {
  test('a spent budget is answered as shown', async () => {
    const spent = shownAlone(guide).find(({ text }) => text.includes(' 429 '));
    if (spent === undefined) throw new Error('the guide shows no spent budget');
    const token = await house.token(await house.tenant());
    const until = async (): Promise<string> => {
      const calls = Array.from({ length: 100 }, () =>
        fetch(`${house.base}/auth/api/v1/me`, { headers: { authorization: `Bearer ${token}` } }),
      );
      for (const answer of await Promise.all(calls)) {
        const { status, statusText, headers } = answer;
        const text = await answer.text();
        const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`).join('');
        if (status === 429) return `HTTP/1.1 ${status} ${statusText}\n${lines}\n${text}`;
      }
      return until();
    };
    const { came, expected } = compared(spent, await until());
    expect(came).toEqual(expected);
  });

  test.each([
    ['json', '{ "a": 1 }', '{ "a": 1, "b": 2 }'],
    ['json', '{ "a": "x…", "…": "…" }', '{ "a": "y", "b": 2 }'],
    ['json', '["…"]', '[1, 2]'],
    ['text', 'a\n…', 'b\na\n'],
    ['text', '200\n412', '200\n200\n'],
    ['http', 'HTTP/1.1 200 OK\netag: …\n\n{}', 'HTTP/1.1 200 OK\r\nvary: etag\r\n\r\n{}'],
  ])('something else than is shown is found: %s, %j', (form, text, output) => {
    const { came, expected } = compared({ form, text }, output);
    expect(came).not.toEqual(expected);
  });

  test('the budgets are the usual ones', () => {
    const rows = [...guide.matchAll(/^\| .* \| ([\d,]+) \| `(BUDGET_\w+)` \|$/gm)];
    const told = rows.map(([, number = '', name = '']) => [name, Number(number.replaceAll(',', ''))]);
    const usual = Object.entries(gatewaySettings).filter(([name]) => name.startsWith('BUDGET_'));
    expect(told).toEqual(usual.map(([name, setting]) => [name, setting.fallback]));
  });

  test('what it leads to is there', () => {
    const headings = new Set([...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) => anchorOf(text)));
    const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    const missing = targets.filter((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return file === '' ? !headings.has(anchor) : !existsSync(join(repository, 'docs/guides', file));
    });
    expect(targets.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });
});

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
