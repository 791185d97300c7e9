import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionResults, actionStatuses, actionSteps } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/actions.md from top to bottom: every example is run on a real cluster, and what it shows must come out. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/actions.md'), 'utf8');
const examples = examplesOf(guide);

let house: ActionsHouse;
let folder = '';
let environment: Environment = {};
/** What the guide calls by names of its own. */
let names: readonly (readonly [told: string, real: string])[] = [];
let uncordon = '';
let scale = '';

beforeAll(async () => {
  house = await openActionsHouse();
  folder = mkdtempSync(join(tmpdir(), 'actions-guide-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.decider, PATH: `${folder}:${process.env['PATH']}` };
  const node = await house.kube.node();
  const { namespace } = await house.kube.deployment(1);
  const { name } = await house.kube.deployment(3, { namespace });
  names = [
    ['node-7', node],
    ['shop', namespace],
    ['checkout', name],
  ];
  uncordon = await proposeUncordon();
  const target = { namespace, deployment_name: name, replicas: 4 };
  scale = await house.propose({ action: 'scale_deployment', target, reason: 'Requests queue.' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

async function proposeUncordon(): Promise<string> {
  const node_name = names[0]?.[1] ?? '';
  await house.kube.cordon(node_name, true);
  return house.propose({ action: 'uncordon_node', target: { node_name } });
}

/** What must be so before it can be shown. */
async function prepare({ name, language }: Example): Promise<void> {
  if (name.startsWith('Do it by hand, sh')) await house.kube.cordon(names[0]?.[1] ?? '', true);
  if (name.startsWith('Who may approve') && language === 'ts') await proposeUncordon();
}

/** The one that is approved, but for where the guide speaks of the other. */
function actionOf({ name, text }: Example): string {
  return name.startsWith('Reject it') || text.includes('of-an-older-plan') ? scale : uncordon;
}

async function outputOf(example: Example): Promise<string> {
  const text = names.reduce((now, [told, real]) => now.replaceAll(told, real), example.text);
  const file = join(folder, 'example.ts');
  if (example.language === 'ts') writeFileSync(file, text);
  const words =
    example.language === 'ts' ? [process.execPath, file] : ['bash', '--norc', '-euo', 'pipefail', '-c', text];
  const running = begin(words, { ...environment, ACTION: actionOf(example) }, folder);
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return names.reduce((now, [told, real]) => now.replaceAll(real, told), stdout);
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    await prepare(example);
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, await outputOf(example));
    expect(came).toEqual(expected);
  });
});

test('the examples in TypeScript are what the compiler allows', async () => {
  for (const [index, { text }] of examples.filter(({ language }) => language === 'ts').entries())
    writeFileSync(join(folder, `typed-${index}.ts`), text);
  const settings = {
    extends: join(repository, 'tsconfig.json'),
    // A rule of this house: readers may write process.env.NAME.
    compilerOptions: { noPropertyAccessFromIndexSignature: false },
    include: ['typed-*.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const words = [join(repository, 'node_modules/.bin/tsc'), '--project', '.', '--pretty', 'false'];
  expect(await begin(words, environment, folder).ended).toMatchObject({ code: 0, stdout: '' });
});

describe('its tables', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \|(?: `(\w+)` \|)?/gm)].map(([, word = '', and]) => ({ word, and }));
  const told = new Set(rows.map(({ word }) => word));

  test('name every status and every step', () => {
    expect([...actionStatuses, ...actionSteps].filter((word) => !told.has(word))).toEqual([]);
  });

  test('name every result, and the status it goes with', () => {
    expect(Object.fromEntries(rows.flatMap(({ word, and }) => (and === undefined ? [] : [[word, and]])))).toEqual(
      actionResults,
    );
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
