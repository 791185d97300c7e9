import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSetting, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { deployReasons, deploymentPhases } from '../../../services/platform/src/apps/phases.ts';
import { onRealNode } from '../../../services/platform/test/apps-house.ts';
import { pushImage } from '../../../services/platform/test/test-images.ts';
import { type AppsHouse, cloudspaces, newName, openAppsHouse } from './apps-house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/apps.md from top to bottom: every example is run with pods that truly run, and what it shows must come out. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/apps.md'), 'utf8');

let house: AppsHouse;
let folder = '';
let environment: Environment = {};
/** What the guide calls by names of its own. */
let names: readonly (readonly [told: string, real: string])[] = [];

beforeAll(async () => {
  const [registry = ''] = engineSetting('TEST_IMAGE').split('/');
  const mark = `guide-${randomUUID().slice(0, 8)}-`;
  [house] = await Promise.all([
    openAppsHouse(async () => onRealNode),
    ...['1.4', '1.5'].map((tag) => pushImage(`${mark}${tag}`, { GREETING: `this is ${tag}` })),
  ]);
  folder = mkdtempSync(join(tmpdir(), 'apps-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.developer, PATH: `${folder}:${process.env['PATH']}` };
  names = [
    ['shop-apps', newName()],
    ['registry.example.com/shop/web:', `${registry}/web:${mark}`],
    ['registry.example.com/shop/web@', `${registry}/web@`],
  ];
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

/** The guide's cluster has one kind of node; ours has one that truly runs pods. */
async function toRealNode(): Promise<void> {
  const { body } = await house.ask('GET', cloudspaces);
  const [space]: readonly { readonly id: string; readonly placement: object | null }[] = body.data;
  if (space === undefined || space.placement !== null) return;
  await house.ask('PATCH', `${cloudspaces}/${space.id}`, { placement: onRealNode });
  await eventually(async () => {
    const now = await house.ask('GET', `${cloudspaces}/${space.id}`);
    expect(now.body).toMatchObject({ phase: 'Ready', placement: expect.anything() });
  });
}

async function outputOf({ text }: Example): Promise<string> {
  const real = names.reduce((now, [told, name]) => now.replaceAll(told, name), text);
  const running = begin(['bash', '--norc', '-euo', 'pipefail', '-c', real], environment, folder);
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return names.reduce((now, [told, name]) => now.replaceAll(name, told), stdout);
}

describe('the examples', () => {
  test.each(examplesOf(guide).map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '…' }, await outputOf(example));
    expect(came).toEqual(expected);
    if (example.text.includes('cloudspaces create')) await toRealNode();
  });
});

describe('its tables', () => {
  const rows = guide
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  test('of reasons has each, in the words of the API', () => {
    const told = rows.filter(([word = '']) => Object.hasOwn(deployReasons, word.replaceAll('`', '')));
    expect(told).toEqual(Object.entries(deployReasons).map(([word, { means, next }]) => [`\`${word}\``, means, next]));
  });

  test('of phases has each', () => {
    const told = new Set(rows.map(([word = '']) => word.replaceAll('`', '')));
    expect(deploymentPhases.filter((phase) => !told.has(phase))).toEqual([]);
  });
});

test('what it leads to is there', () => {
  const headings = new Set(
    [...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(8);
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    return file === '' ? !headings.has(anchor) : !existsSync(join(repository, 'docs/guides', file));
  });
  expect(missing).toEqual([]);
});
