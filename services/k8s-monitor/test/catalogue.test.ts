import { catalogueFaults } from '@wheelhouse/kit';
import { asOwner, moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { k8sMonitorModule } from '../src/module.ts';

let clone: TestDatabase;
beforeAll(async () => {
  clone = await moduleDatabase([k8sMonitorModule]);
});
afterAll(() => clone.drop());

test('nothing in the schema lets tenants meet', async () => {
  const faults = await asOwner(clone.ownerUrl, (client) =>
    catalogueFaults(
      { query: async (sql, values) => (await client.query(sql, values && [...values])).rows },
      [k8sMonitorModule],
      new URL(clone.url).username,
    ),
  );
  expect(faults).toEqual([]);
});
