import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSetting } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { monitorAccount, printCommand } from '../../../apps/dashboard/src/pages/clusters/kubectl-commands.ts';
import { compared, type Example, examplesOf, shownAlone } from '../../../services/gateway/test/guide-examples.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/connect-a-cluster.md from top to bottom, on the second cluster; what it applies there stays. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/connect-a-cluster.md'), 'utf8');
const examples = examplesOf(guide);

let house: CliHouse;
let folder = '';
let environment: Environment = {};

beforeAll(async () => {
  house = await openCliHouse();
  folder = mkdtempSync(join(tmpdir(), 'connect-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  symlinkSync(process.env['KUBECTL'] ?? '', join(folder, 'kubectl'));
  const config = JSON.parse(readFileSync(engineSetting('KUBE2_KUBECONFIG'), 'utf8')) as {
    readonly contexts: readonly { readonly context: object }[];
  };
  const contexts = config.contexts.map(({ context }) => ({ name: 'staging', context }));
  writeFileSync(join(folder, 'kubeconfig'), JSON.stringify({ ...config, contexts, 'current-context': 'staging' }));
  environment = {
    ...(await house.withToken()),
    HOME: folder,
    PATH: `${folder}:${process.env['PATH']}`,
    KUBECONFIG: join(folder, 'kubeconfig'),
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

async function ended({ text }: Pick<Example, 'text'>) {
  const said = await begin(['bash', '--norc', '-euo', 'pipefail', '-c', text], environment, folder).ended;
  expect(said).toMatchObject({ code: 0 });
  return said;
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const { stdout } = await ended(example);
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, stdout);
    expect(came).toEqual(expected);
  });
});

test('what is shown before one is asked is what it shows', async () => {
  const { stderr } = await ended({ text: 'wheelhouse clusters connect --yes' });
  const [summary] = shownAlone(guide);
  const lines = stderr.split('\n');
  const from = lines.findIndex((line) => line.startsWith('This will be applied'));
  const shown = lines.slice(from, from + (summary?.text.trim().split('\n').length ?? 0)).join('\n');
  const { came, expected } = compared(summary ?? { form: 'text', text: '' }, shown);
  expect(came).toEqual(expected);
});

test('what the commands of the dashboard print connects the cluster', async () => {
  const printed = printCommand(monitorAccount);
  expect(examples.map(({ text }) => text.trim())).toContain(printed);
  const words = 'wheelhouse clusters register by-kubectl --json --kubeconfig -';
  const { stdout } = await ended({ text: `${printed} | ${words}` });
  expect(JSON.parse(stdout)).toMatchObject({ name: 'by-kubectl', phase: 'Ready', credential: { kind: 'token' } });
});

test('what it leads to is there', () => {
  const headingsOf = (text: string) =>
    [...text.matchAll(/^## (.*)$/gm)].map(([, words = '']) =>
      words.toLowerCase().replaceAll(',', '').replaceAll(' ', '-'),
    );
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(8);
  const missing = targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const path = join(repository, 'docs/guides', file);
    if (file !== '' && !existsSync(path)) return true;
    return anchor !== undefined && !headingsOf(file === '' ? guide : readFileSync(path, 'utf8')).includes(anchor);
  });
  expect(missing).toEqual([]);
});
