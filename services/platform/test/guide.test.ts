import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineSetting } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../gateway/test/guide-examples.ts';
import { type GatewayHouse, startGatewayHouse } from '../../gateway/test/house.ts';
import { deployReasons } from '../src/clusters/deploy-reasons.ts';
import { cloudspaceRules, platformRules, registeredRights } from '../src/clusters/needed-rights.ts';
import { clusterReasons } from '../src/clusters/reasons.ts';
import { clusterPhases } from '../src/clusters/state.ts';
import { platformModule } from '../src/module.ts';
import { ofMonitor } from './of-monitor.ts';

/** docs/guides/clusters.md from top to bottom: every example is run, and what it shows must come out. */
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guides/clusters.md'), 'utf8');
const examples = examplesOf(guide);
const run = promisify(execFile);

let house: GatewayHouse;
let folder = '';
let environment: Record<string, string> = {};

beforeAll(async () => {
  house = await startGatewayHouse({ CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' }, [platformModule]);
  folder = mkdtempSync(join(tmpdir(), 'clusters-guide-'));
  for (const name of ['node_modules', 'deploy']) symlinkSync(join(repository, name), join(folder, name));
  symlinkSync(process.env['KUBECTL'] ?? '', join(folder, 'kubectl'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { PATH = '', HOME = '' } = process.env;
  environment = {
    PATH: `${folder}:${PATH}`,
    HOME,
    KUBECONFIG: engineSetting('KUBECONFIG'),
    WHEELHOUSE_URL: house.base.replace(/\/api$/, ''),
    WHEELHOUSE_TOKEN: await house.token(await house.tenant()),
  };
});
afterAll(async () => {
  await run(join(folder, 'kubectl'), ['-n', 'wheelhouse', 'delete', '--ignore-not-found', ...ofMonitor], {
    env: environment,
  });
  rmSync(folder, { recursive: true, force: true });
  await house.stop();
});

async function outputOf({ language, text }: Example): Promise<string> {
  const file = join(folder, 'example.ts');
  if (language === 'ts') writeFileSync(file, text);
  const [program, ...words] =
    language === 'sh'
      ? (['bash', '--norc', '-euo', 'pipefail', '-c', text] as const)
      : ([process.execPath, file] as const);
  const { stdout } = await run(program, words, { cwd: folder, env: environment });
  return stdout;
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    // The agent's manifest makes the same namespace, and it may be there already.
    const output = (await outputOf(example)).replace('namespace/wheelhouse unchanged', 'namespace/wheelhouse created');
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, output);
    expect(came).toEqual(expected);
  });
});

test('the examples in TypeScript are what the compiler allows', async () => {
  for (const [index, { text }] of examples.filter(({ language }) => language === 'ts').entries())
    writeFileSync(join(folder, `typed-${index}.ts`), text);
  // A rule of this house: readers may write process.env.NAME.
  const compilerOptions = { noPropertyAccessFromIndexSignature: false };
  const settings = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions,
    include: ['typed-*.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const said = await run(join(repository, 'node_modules/.bin/tsc'), ['--project', '.', '--pretty', 'false'], {
    cwd: folder,
    env: environment,
  }).catch((error: unknown) => error as { readonly stdout: string });
  expect(said.stdout).toBe('');
});

describe('its tables', () => {
  const rowsUnder = (heading: string) =>
    (guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|[-|]*\|$/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );

  test('of rights are those the platform asks for', () => {
    const byRule = Map.groupBy(registeredRights, ({ needed_by, why }) => `${needed_by} ${why}`);
    const expected = [...byRule.values()].map((rights) => {
      const [first] = rights;
      const each = (of: (right: (typeof rights)[number]) => string) => [...new Set(rights.map(of))].join(', ');
      const weight = first?.optional === true ? 'optional' : first?.essential === true ? 'yes' : '';
      const essential = first?.needed_by === 'action-agent' ? [] : [weight];
      return [
        first?.group || 'core',
        each(({ resource }) => resource),
        each(({ verb }) => verb),
        ...essential,
        first?.why,
      ];
    });
    expect(rowsUnder('Rights').filter(([group]) => group !== 'group')).toEqual(expected);
  });

  test('of deploying are the rules of its manifest, and its reasons', () => {
    const rows = rowsUnder('Let Wheelhouse deploy to it').filter(([first]) => first !== 'group' && first !== 'reason');
    expect(rows).toEqual([
      ...[...platformRules, ...cloudspaceRules].map(({ group, resources, verbs, name, why }) => [
        group || 'core',
        [resources.join(', '), ...(name === undefined ? [] : [name])].join(' '),
        verbs.join(', '),
        why,
      ]),
      ...Object.entries(deployReasons).map(([reason, { means, next }]) => [`\`${reason}\``, means, next]),
    ]);
  });

  test('of phases and reasons are whole', () => {
    expect(
      rowsUnder('Phases')
        .slice(1)
        .map(([phase]) => phase),
    ).toEqual(clusterPhases.map((phase) => `\`${phase}\``));
    expect(rowsUnder('Reasons').slice(1)).toEqual(
      Object.entries(clusterReasons).map(([reason, { means, next }]) => [`\`${reason}\``, means, next]),
    );
  });
});

test('what it leads to is there', () => {
  const headings = new Set(
    [...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-')),
  );
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(8);
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    return file === '' ? !headings.has(anchor) : !existsSync(join(repository, 'docs/guides', file));
  });
  expect(missing).toEqual([]);
});
