import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardNames } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/autonomy.md from top to bottom: every example is run, and what it shows must come out. */
const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/autonomy.md'), 'utf8');

let house: ActionsHouse;
let folder = '';
let environment: Environment = {};

beforeAll(async () => {
  house = await openActionsHouse();
  folder = mkdtempSync(join(tmpdir(), 'autonomy-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.decider, PATH: `${folder}:${process.env['PATH']}` };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

describe('the examples', () => {
  test.each(examplesOf(guide).map((one) => [one.name, one] as const))('%s', async (_name, { text, shown }) => {
    const { code, stdout, stderr } = await begin(['bash', '--norc', '-eu', '-c', text], environment, folder).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { came, expected } = compared(shown ?? { form: 'text', text: '…' }, stdout);
    expect(came).toEqual(expected);
  });
});

test('its table names every guard', () => {
  const told = new Set([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word));
  expect(guardNames.filter((name) => !told.has(name))).toEqual([]);
});
