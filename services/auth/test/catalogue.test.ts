import { catalogueFaults } from '@wheelhouse/kit';
import { asOwner } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../src/module.ts';
import { type AuthProcess, startAuth } from './start.ts';

let auth: AuthProcess;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

test('nothing in the schema lets tenants meet', async () => {
  const faults = await asOwner(auth.database.ownerUrl, (client) =>
    catalogueFaults(
      { query: async (sql, values) => (await client.query(sql, values && [...values])).rows },
      [authModule],
      new URL(auth.database.url).username,
    ),
  );
  expect(faults).toEqual([]);
});
