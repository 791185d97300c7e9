import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineModule, defineRoute, deleteAllTenantRows } from '../src/index.ts';

const migrations = mkdtempSync(join(tmpdir(), 'migrations-'));
writeFileSync(
  join(migrations, '0001_marks.sql'),
  `CREATE TABLE marks (tenant_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (tenant_id, id));
   SELECT kit.tenant_table('marks');`,
);

const marking = defineModule({
  name: 'marking',
  port: 8078,
  prefix: '/marking',
  settings: {},
  migrations,
  onTenantDeleted: deleteAllTenantRows,
  routes: ({ makeId }) => [
    defineRoute({
      method: 'POST',
      url: '/api/v1/marks',
      access: 'deploy',
      reach: 'none',
      summary: 'Make a mark',
      audit: { action: 'mark.make' },
      status: 201,
      handler: ({ change }) =>
        change(async (db) => {
          await db.query('INSERT INTO marking.marks (tenant_id, id) VALUES ($1, $2)', [db.tenantId, makeId()]);
          return { body: {} };
        }),
    }),
  ],
});

let house: TestProcess;
beforeAll(async () => {
  house = await startTestProcess([marking]);
});
afterAll(() => house.stop());

test('a call that slept while another took its key over and finished changes nothing', async () => {
  const who = await caller();
  const mark = () => house.call(who, 'POST', '/api/v1/marks', { headers: { 'idempotency-key': 'once' } });
  await asOwner(house.database.ownerUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE marking.marks IN EXCLUSIVE MODE');
    const slept = mark();
    await eventually(async () => {
      const taken = await client.query(
        `UPDATE marking.idempotency_keys SET state = 'done', status = 201, response = '{}' WHERE tenant_id = $1`,
        [who.tenantId],
      );
      expect(taken.rowCount).toBe(1);
    });
    await client.query('COMMIT');
    expect(await slept).toMatchObject({ status: 409, body: { error: { code: 'idempotency_in_progress' } } });
    const made = await client.query('SELECT id FROM marking.marks WHERE tenant_id = $1', [who.tenantId]);
    expect(made.rows).toEqual([]);
  });
  expect((await mark()).headers.get('idempotency-replayed')).toBe('true');
});
