import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { incidentResolutions, incidentStatuses, signalSources } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../gateway/test/guide-examples.ts';
import { type GatewayHouse, startGatewayHouse } from '../../gateway/test/house.ts';
import { nobody } from '../../k8s-monitor/test/house.ts';
import { platformModule } from '../../platform/src/module.ts';
import { incidentMachine } from '../src/incidents/state.ts';
import { incidentsModule } from '../src/module.ts';
import { sendSignals } from '../src/intake/schema.ts';
import { defaultSettings } from '../src/settings/store.ts';

/** docs/guides/incidents.md from top to bottom, but for what is typed at a terminal: that has a test beside the command line's. */
const file = join(import.meta.dirname, '../../../docs/guides/incidents.md');
const guide = readFileSync(file, 'utf8');
const examples = examplesOf(guide).filter(({ name }) => !name.startsWith('From a terminal,'));

let house: GatewayHouse;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  house = await startGatewayHouse({ CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' }, [platformModule, incidentsModule]);
  const admin = await house.token(await house.tenant(), ['read', 'actions', 'admin']);
  const made = async (path: string, body: object) => {
    const answer = await house.through(admin, 'POST', path, { body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  await made('/api/platform/api/v1/clusters', { name: 'prod-eu', ...nobody });
  const { token } = await made('/api/auth/api/v1/signal-tokens', { name: 'a program' });
  environment = {
    PATH: process.env['PATH'] ?? '',
    WHEELHOUSE_URL: house.base.replace(/\/api$/, ''),
    WHEELHOUSE_TOKEN: admin,
    SIGNAL_TOKEN: token,
  };
});
afterAll(() => house.stop());

async function outputOf({ text }: Example): Promise<string> {
  const words = ['--norc', '-euo', 'pipefail', '-c', text];
  const { stdout } = await promisify(execFile)('bash', words, { env: environment });
  return stdout;
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, await outputOf(example));
    expect(came).toEqual(expected);
  });
});

/** The rows of the tables below a heading, each cell without its quotes. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[-|]*\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
}

describe('its tables', () => {
  test('name every source', () => {
    const [, ...rows] = rowsUnder('What opens one');
    expect(new Set(rows.map(([source]) => source))).toEqual(new Set(signalSources));
  });

  test('name every status and every step of people between them', () => {
    const rows = rowsUnder('How it ends').filter(([word]) => incidentStatuses.some((status) => status === word));
    const told = rows.map(([status, , ways = '']) => [status, incidentStatuses.filter((word) => ways.includes(word))]);
    // That one is closed when it is merged is told with the resolutions.
    const { merge: _, ...steps } = incidentMachine.steps;
    const ways = incidentStatuses.map((status) => {
      const targets = Object.values(steps).flatMap(({ from, to }) => (from.some((one) => one === status) ? [to] : []));
      return [status, incidentStatuses.filter((word) => targets.some((target) => target === word))];
    });
    expect(told).toEqual(ways);
  });

  test('name every resolution, in the words of the product', () => {
    const rows = rowsUnder('How it ends').map(([why = '', word = '']) => [word, why.toLowerCase()]);
    for (const [word, why] of Object.entries(incidentResolutions))
      expect(rows).toContainEqual([word, why.toLowerCase()]);
  });

  test('name every field of a signal, and the settings with their defaults', () => {
    const [, ...fields] = rowsUnder('From programs of your own');
    const told = fields.flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));
    expect(new Set(told)).toEqual(new Set(Object.keys(sendSignals.properties.signals.items.properties)));
    const [, ...settings] = rowsUnder('Settings');
    expect(settings.map(([name, , usual = '']) => [name, usual])).toEqual(
      Object.entries(defaultSettings).map(([name, value]) => [name, String(value)]),
    );
  });
});

test("Alertmanager's configuration leads to where alerts are taken", async () => {
  const [, url = ''] = /^ +- url: (\S+)$/m.exec(guide) ?? [];
  const taken = await house.through(environment['SIGNAL_TOKEN'], 'POST', new URL(url).pathname, {
    body: { alerts: [] },
  });
  expect(taken).toMatchObject({ status: 202 });
});

test('what it leads to is there', () => {
  const headings = new Set([...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) => anchorOf(text)));
  const targets = [...guide.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(20);
  const missing = targets.filter((target) => {
    const [path = '', anchor = ''] = target.split('#');
    if (path === '') return !headings.has(anchor);
    const other = join(dirname(file), path);
    if (!existsSync(other)) return true;
    if (anchor === '') return false;
    return ![...readFileSync(other, 'utf8').matchAll(/^##+ (.*)$/gm)].some(
      ([, text = '']) => anchorOf(text) === anchor,
    );
  });
  expect(missing).toEqual([]);
});

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
