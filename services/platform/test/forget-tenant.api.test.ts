import { makeIds, makeLog, openDatabase, outbox, systemClock } from '@wheelhouse/kit';
import { asOwner, type Caller, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { platformModule } from '../src/module.ts';
import { clusters, nobody } from './house.ts';

let house: TestProcess;
beforeAll(async () => {
  house = await startTestProcess([platformModule, authModule], { environment: { FOLLOW_REVOCATIONS: 'false' } });
});
afterAll(() => house.stop());

/** A cluster with a CloudSpace with an app in it. */
async function furnish(who: Caller): Promise<void> {
  const make = async (path: string, body: object) => {
    const { status, body: made } = await house.call(who, 'POST', path, { body });
    expect([status, made.error?.message]).toEqual([201, undefined]);
    return String(made.id);
  };
  const cluster = await make(clusters, { name: 'one', ...nobody });
  const cloudspace = await make('/api/v1/cloudspaces', { name: 'shop', cluster_id: cluster });
  const source = { type: 'image', image: 'example.test/web:1' };
  await make('/api/v1/apps', { name: 'web', cloudspace_id: cloudspace, source });
  // One that was there before.
  await asOwner(house.database.ownerUrl, (client) =>
    client.query(
      `INSERT INTO platform.deleted_cloudspaces (cloudspace_id, tenant_id, cluster_id, namespace, deleted_at)
       VALUES (gen_random_uuid(), $1, $2, 'former', now())`,
      [who.tenantId, cluster],
    ),
  );
}

test('a deleted tenant leaves no cluster, CloudSpace or app behind, and no other tenant loses one', async () => {
  const [gone, other] = [await caller(), await caller()];
  for (const who of [gone, other]) await furnish(who);
  const log = makeLog({ level: 'fatal' });
  const database = openDatabase({ url: house.database.url, connections: 1, applicationName: 'test', log });
  try {
    const emit = outbox('auth', makeIds(systemClock), systemClock);
    await database.tenant(gone.tenantId, (db) => emit(db, 'internal.tenant_deleted', { tenant_id: gone.tenantId }));
    await eventually(async () => expect((await house.call(gone, 'GET', clusters)).body.total).toBe(0));
    expect((await house.call(other, 'GET', clusters)).body.total).toBe(1);
    for (const list of ['/api/v1/cloudspaces', '/api/v1/apps']) {
      expect((await house.call(gone, 'GET', list)).body.total).toBe(0);
      expect((await house.call(other, 'GET', list)).body.total).toBe(1);
    }
    for (const table of ['cluster_owners', 'namespaces', 'open_deployments', 'deleted_cloudspaces'])
      expect(await database.look(`SELECT tenant_id FROM platform.${table}`)).toEqual([{ tenant_id: other.tenantId }]);
    const told = await asOwner(house.database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ phase: string }>(
        `SELECT body::jsonb->'data'->>'phase' AS phase FROM platform.outbox
         WHERE type = 'internal.cloudspace_changed' AND tenant_id = $1 ORDER BY id`,
        [gone.tenantId],
      );
      return rows.map(({ phase }) => phase);
    });
    expect(told).toEqual(['Pending', 'Gone']);
  } finally {
    await database.end();
  }
});
