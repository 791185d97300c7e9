import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type IncidentsHouse, openIncidentsHouse } from './incidents-house.ts';
import { begin, type Environment, main, run } from './running.ts';

/** What docs/guides/incidents.md does from a terminal, from top to bottom: every example is run, and what it shows must come out. */
const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/incidents.md'), 'utf8');
const examples = examplesOf(guide).filter(({ name }) => name.startsWith('From a terminal,'));

let house: IncidentsHouse;
let folder = '';
let environment: Environment = {};

/** As many as there have been before the guide's own, so that its numbers are the real ones. */
const before = 11;

beforeAll(async () => {
  house = await openIncidentsHouse();
  folder = mkdtempSync(join(tmpdir(), 'incidents-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.responder, PATH: `${folder}:${process.env['PATH']}` };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

async function told(...words: readonly string[]): Promise<void> {
  expect(await run(['incidents', ...words], house.responder)).toMatchObject({ code: 0 });
}

async function outputOf({ text }: Example): Promise<string> {
  const running = begin(['bash', '--norc', '-euo', 'pipefail', '-c', text], environment, folder);
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

test('there are some', () => expect(examples.length).toBeGreaterThan(4));

test('there are as many incidents as the guide speaks of', async () => {
  // The first is that nobody reaches the cluster.
  for (let number = 1; number <= before; number += 1) {
    if (number > 1) await told('declare', '--title', `One of before, ${number}`, '--severity', 'low');
    await told('resolve', String(number));
  }
  expect(await house.json('list', '--status', 'resolved')).toMatchObject({ total: before });
  const object = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };
  await house.signal({ severity: 'critical', object });
});

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '…' }, await outputOf(example));
    expect(came).toEqual(expected);
  });
});
