import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSetting, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import type { MonitorHouse } from '../../../services/k8s-monitor/test/house.ts';
import { issueOf, seedHealth } from '../../../services/k8s-monitor/test/rows.ts';
import { exitMeanings } from '../src/exit-codes.ts';
import { browserScript } from './browser-script.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/cli.md from top to bottom: every example is run, and what it shows must come out. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/cli.md'), 'utf8');

let house: CliHouse;
let folder = '';
let environment: Environment = {};
let tell: (sick: boolean) => Promise<void>;

beforeAll(async () => {
  house = await openCliHouse();
  folder = mkdtempSync(join(tmpdir(), 'cli-guide-'));
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  };
  program('wheelhouse', `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  symlinkSync(process.env['KUBECTL'] ?? '', join(folder, 'kubectl'));
  const tenant = await house.house.tenant();
  const { secret } = await house.house.signedIn(tenant);
  const headers = { cookie: `wh_session=${secret}`, 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
  const newToken = async (name: string): Promise<string> => {
    const body = { name, scopes: ['read', 'deploy', 'admin'] };
    const made = await house.house.through(undefined, 'POST', '/api/auth/api/v1/tokens', { body, headers });
    return String(made.body.token);
  };
  const token = await newToken('by hand');
  await newToken('old-laptop');
  writeFileSync(join(folder, 'token.txt'), token);
  program('browser', browserScript(house.url, headers));
  environment = {
    PATH: `${folder}:${process.env['PATH']}`,
    XDG_CONFIG_HOME: join(folder, 'config'),
    KUBECONFIG: engineSetting('KUBECONFIG'),
    WHEELHOUSE_URL: house.url,
    BROWSER: join(folder, 'browser'),
  };
  const id = await house.unreached({ WHEELHOUSE_TOKEN: token }, 'prod-eu');
  const cordoned = {
    ...issueOf(id, 1, 'node-7'),
    reason: 'node_cordoned',
    suggested_action: 'When maintenance is finished: kubectl uncordon node-7.',
  };
  tell = (sick) =>
    seedHealth({ db: house.house.db } as MonitorHouse, tenant.id, id, {
      score: sick ? 99 : 100,
      ready: 20,
      total: 20,
      issues: sick ? [cordoned] : [],
      // Fresh for as long as the examples take.
      observedAt: new Date(Date.now() + 600_000),
    });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

async function outputOf({ name, text, shown }: Example): Promise<string> {
  const isFollowing = name.startsWith('Follow it');
  await tell(!name.startsWith('Is everything well'));
  const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', text];
  const running = begin(shell, environment, folder);
  if (isFollowing) {
    await running.until('stdout', shown?.text.split('\n')[1] ?? '');
    running.kill('SIGINT');
  }
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

describe('the examples', () => {
  test.each(examplesOf(guide).map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const check = async () => {
      const output = await outputOf(example);
      const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, output);
      expect(came).toEqual(expected);
    };
    // The audit trail is sealed a moment after the change it tells of.
    await (example.name.startsWith('Who did what') ? eventually(check) : check());
  });
});

test('its table of exit codes is the program’s', () => {
  const rows = [...guide.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code = '', means = '']) => [code, means]);
  expect(rows).toEqual(Object.entries(exitMeanings));
});

test('what it leads to is there', () => {
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(3);
  const missing = targets.filter((target) => !existsSync(join(repository, 'docs/guides', target.replace(/#.*$/, ''))));
  expect(missing).toEqual([]);
});
