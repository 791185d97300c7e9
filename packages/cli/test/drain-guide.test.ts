import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allReady, makePool, type Pool } from '../../../services/action-agent/test/drain-objects.ts';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/drain.md from top to bottom: every example is run on a real cluster, and what it shows must come out. */
const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/drain.md'), 'utf8');

let house: ActionsHouse;
let pool: Pool;
let folder = '';
let environment: Environment = {};
/** What the guide calls by names of its own. */
let names: readonly (readonly [told: string, real: string])[] = [];

beforeAll(async () => {
  house = await openActionsHouse();
  folder = mkdtempSync(join(tmpdir(), 'drain-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.decider, PATH: `${folder}:${process.env['PATH']}` };
  pool = await makePool(house.kube);
  const node = await pool.node();
  await pool.deployment('checkout', 3);
  await pool.deployment('report', 1);
  await pool.budget('checkout', 'checkout', { minAvailable: 2 });
  await allReady(pool, 4);
  // Where what is evicted comes up again.
  await pool.node();
  names = [
    ['node-7', node],
    ['pool=old', `wheelhouse.dev/test-pool=${pool.name}`],
    ['shop', pool.namespace],
  ];
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pool.remove();
  await house.close();
});

/** When the last of the nodes is drained there is none left for its pods, and a budget would hold them. */
async function prepare({ name }: Example): Promise<void> {
  if (name.startsWith('Several nodes')) await pool.setBudget('checkout', { minAvailable: 0 }, 3);
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
    await prepare(example);
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '…' }, await outputOf(example));
    expect(came).toEqual(expected);
  });
});
