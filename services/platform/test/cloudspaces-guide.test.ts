import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deployAccess, engineSetting, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../gateway/test/guide-examples.ts';
import { type GatewayHouse, startGatewayHouse } from '../../gateway/test/house.ts';
import { cloudspaceReasons } from '../src/cloudspaces/reasons.ts';
import { cloudspacePhases } from '../src/cloudspaces/state.ts';
import { platformModule } from '../src/module.ts';

/** docs/guides/cloudspaces.md from top to bottom: every example by API is run, and what it shows must come out. */
const guides = join(import.meta.dirname, '../../../docs/guides');
const guide = readFileSync(join(guides, 'cloudspaces.md'), 'utf8');
const examples = examplesOf(guide);
const run = promisify(execFile);
const kubectl = () => engineSetting('KUBECTL');

let house: GatewayHouse;
let folder = '';
let environment: Record<string, string> = {};

const namespaceGone = () =>
  run(kubectl(), ['delete', 'namespace', 'team-shop', '--ignore-not-found'], { env: environment });

beforeAll(async () => {
  house = await startGatewayHouse({ CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' }, [platformModule]);
  folder = mkdtempSync(join(tmpdir(), 'cloudspaces-guide-'));
  symlinkSync(kubectl(), join(folder, 'kubectl'));
  const { PATH = '', HOME = '' } = process.env;
  const token = await house.token(await house.tenant());
  environment = {
    PATH: `${folder}:${PATH}`,
    HOME,
    KUBECONFIG: engineSetting('KUBECONFIG'),
    WHEELHOUSE_URL: house.base.replace(/\/api$/, ''),
    WHEELHOUSE_TOKEN: token,
  };
  await namespaceGone();
  const clusters = '/api/platform/api/v1/clusters';
  const { kubeconfig } = await deployAccess();
  const { status, body } = await house.through(token, 'POST', clusters, { body: { name: 'production', kubeconfig } });
  if (status !== 201) throw new Error(`the cluster was not registered: ${JSON.stringify(body)}`);
  await eventually(async () => {
    const { body: cluster } = await house.through(token, 'GET', `${clusters}/${body.id}`);
    if (cluster.deployable !== true) throw new Error(`not deployable yet: ${cluster.deploy_message}`);
  });
});
afterAll(async () => {
  await namespaceGone();
  rmSync(folder, { recursive: true, force: true });
  await house.stop();
});

async function outputOf({ text }: Example): Promise<string> {
  const words = ['--norc', '-euo', 'pipefail', '-c', text];
  return (await run('bash', words, { cwd: folder, env: environment })).stdout;
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, await outputOf(example));
    expect(came).toEqual(expected);
  });
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
      )
      .slice(1);

  test('of phases and reasons are whole', () => {
    expect(rowsUnder('Phases').map(([phase]) => phase)).toEqual(cloudspacePhases.map((phase) => `\`${phase}\``));
    expect(rowsUnder('Reasons')).toEqual(
      Object.entries(cloudspaceReasons).map(([reason, { means, next }]) => [`\`${reason}\``, means, next]),
    );
  });
});

test('what it leads to is there', () => {
  const headings = new Set(
    [...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-')),
  );
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(6);
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    return file === '' ? !headings.has(anchor) : !existsSync(join(guides, file));
  });
  expect(missing).toEqual([]);
});
