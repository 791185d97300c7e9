import { makeIds, makeLog, openDatabase, outbox, systemClock } from '@wheelhouse/kit';
import { caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { platformModule } from '../src/module.ts';
import { clusters, nobody } from './house.ts';

let house: TestProcess;
beforeAll(async () => {
  house = await startTestProcess([platformModule, authModule], { environment: { FOLLOW_REVOCATIONS: 'false' } });
});
afterAll(() => house.stop());

test('a deleted tenant leaves no cluster behind, and no other tenant loses one', async () => {
  const [gone, other] = [await caller(), await caller()];
  for (const who of [gone, other])
    expect((await house.call(who, 'POST', clusters, { body: { name: 'one', ...nobody } })).status).toBe(201);
  const log = makeLog({ level: 'fatal' });
  const database = openDatabase({ url: house.database.url, connections: 1, applicationName: 'test', log });
  try {
    const emit = outbox('auth', makeIds(systemClock), systemClock);
    await database.tenant(gone.tenantId, (db) => emit(db, 'internal.tenant_deleted', { tenant_id: gone.tenantId }));
    await eventually(async () => expect((await house.call(gone, 'GET', clusters)).body.total).toBe(0));
    expect((await house.call(other, 'GET', clusters)).body.total).toBe(1);
    const owners = await database.look<{ tenant_id: string }>('SELECT tenant_id FROM platform.cluster_owners');
    expect(owners).toEqual([{ tenant_id: other.tenantId }]);
  } finally {
    await database.end();
  }
});
