import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeIds, type Module, outbox, routesOnPaper, systemClock } from '@wheelhouse/kit';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newModule } from '../../dev/new-module.ts';
import { entriesLeft, faultOf, makeCall } from '../audit/run-calls.ts';
import { accessFaults } from '../bola/access.ts';
import { badCredentialsIn } from '../bola/bad-credentials.ts';
import { judge } from '../bola/judge.ts';
import { operationsOf } from '../bola/operation.ts';
import type * as table from '../fixtures/scratch-table.ts';
import type * as ownCalls from '../fixtures/scratch/test/calls.ts';
import { type Installation, startInstallation } from './start.ts';

/**
 * What a new module costs, and what it gets for that: made by `npm run new-module`, then a list, create, change, a step,
 * a stream, role limits, audit and tenant deletion in under 150 lines, judged by the family proofs' own code without a
 * line in them.
 */
const written = join(import.meta.dirname, '../fixtures/scratch');
const tableFile = join(import.meta.dirname, '../fixtures/scratch-table.ts');
const folder = join(import.meta.dirname, '../../services/scratch');
const remove = () => rmSync(folder, { recursive: true, force: true });

let installation: Installation;
let scratchModule: Module;
let own: typeof ownCalls;

/** What its author does after `npm run new-module`: the notes of the copy give way to their own feature. */
function writeScratch(): void {
  // A run that was killed may have left it.
  remove();
  newModule('scratch', 18_079);
  for (const part of ['src', 'migrations', 'test']) rmSync(join(folder, part), { recursive: true });
  cpSync(written, folder, { recursive: true });
  const callsFile = join(folder, 'test/calls.ts');
  const text = readFileSync(callsFile, 'utf8').replaceAll("'../../../installation/", "'../../../proofs/installation/");
  writeFileSync(callsFile, text);
}

beforeAll(async () => {
  writeScratch();
  const { modules, scratchModule: made } = (await import(pathToFileURL(tableFile).href)) as typeof table;
  scratchModule = made;
  own = (await import(pathToFileURL(join(folder, 'test/calls.ts')).href)) as typeof ownCalls;
  installation = await startInstallation({ table: tableFile, modules });
});
afterAll(async () => {
  await installation?.stop();
  remove();
});

test('it is small', () => {
  const lines = ['src/module.ts', 'migrations/0001_cards.sql'].flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'),
  );
  expect(lines.length).toBeLessThan(150);
});

test('nobody reaches what is another tenant’s, or outside their role', async () => {
  const operations = operationsOf(scratchModule, own.recipes);
  expect(accessFaults(operations, () => own.access)).toEqual([]);
  expect(operations.length).toBe(7);
  const badCredentials = badCredentialsIn(installation, true);
  const cells = (await Promise.all(operations.map((one) => judge(installation, one, badCredentials)))).flat();
  expect(cells.filter(({ faults, uncounted }) => faults.length + uncounted.length > 0)).toEqual([]);
  for (const column of ['path', 'query', 'cursor', 'if-match', 'cluster', 'cloudspace', 'scope'])
    expect(cells.map((cell) => cell.column)).toContain(column);
});

test('every change is in the audit trail', async () => {
  const routes = routesOnPaper(scratchModule).flatMap(({ method, url, audit }) =>
    audit === undefined ? [] : [{ module: scratchModule.name, name: `${method} ${url}`, audit }],
  );
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(own.calls).toSorted());
  const made = await Promise.all(
    routes.map((route, index) => makeCall(installation, route, `proof-call-${index}`, own.calls)),
  );
  const left = await entriesLeft(installation, made);
  expect(made.flatMap((one) => faultOf(one, left.get(one.requestId) ?? []) ?? [])).toEqual([]);
});

test('a deleted tenant leaves nothing in it', async () => {
  const rows = () =>
    asOwner(installation.database.ownerUrl, async (client) => {
      const found = await client.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM scratch.cards');
      return found.rows.map(({ tenant_id }) => tenant_id);
    });
  const [gone = '', ...others] = await rows();
  await asOwner(installation.database.ownerUrl, (client) =>
    client.query('DELETE FROM auth.tenants WHERE id = $1', [gone]),
  );
  const emit = outbox('auth', makeIds(systemClock), systemClock);
  await installation.db.tenant(gone, (db) => emit(db, 'internal.tenant_deleted', { tenant_id: gone }));
  await eventually(async () => expect((await rows()).toSorted()).toEqual(others.toSorted()));
});
