import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../engines/runtime/shell.ts';

const base = mkdtempSync(join(tmpdir(), 'wheelhouse-init-'));
const program = join(import.meta.dirname, '../../../deploy/init.ts');

async function init(): Promise<Readonly<Record<string, string>>> {
  await run(process.execPath, [program, base]);
  const files = readdirSync(base).flatMap((folder) =>
    readdirSync(join(base, folder)).map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(base, name), 'utf8')]));
}

beforeAll(() => {
  for (const reader of ['wheelhouse', 'migrate', 'postgres', 'rabbitmq', 'valkey']) mkdirSync(join(base, reader));
});
afterAll(() => rmSync(base, { recursive: true }));

test('secrets are made once, and a first start that was cut short is made good', async () => {
  const first = await init();
  expect(Object.keys(first)).toHaveLength(11);
  expect(new Set(Object.values(first)).size).toBe(10);
  // Whatever the stores were given can go missing: it follows from what Wheelhouse has.
  for (const name of ['postgres/roles.sql', 'rabbitmq/wheelhouse.conf', 'valkey/valkey.conf', 'migrate/DATABASE_URL'])
    rmSync(join(base, name));
  expect(await init()).toEqual(first);
});

test('a file can be read by its reader and by no other user', () => {
  const owners = { wheelhouse: 65_532, migrate: 65_532, postgres: 999, rabbitmq: 999, valkey: 999 };
  for (const [reader, uid] of Object.entries(owners))
    for (const name of readdirSync(join(base, reader))) {
      const { mode, uid: owner, gid } = statSync(join(base, reader, name));
      expect([name, mode & 0o777, owner, gid]).toEqual([name, 0o440, uid, 0]);
    }
});
