import { catalogueFaults } from '@wheelhouse/kit';
import { asOwner } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformModule } from '../src/module.ts';
import { type PlatformHouse, startPlatform } from './house.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await startPlatform();
});
afterAll(() => house.stop());

test('nothing in the schema lets tenants meet', async () => {
  const faults = await asOwner(house.database.ownerUrl, (client) =>
    catalogueFaults(
      { query: async (sql, values) => (await client.query(sql, values && [...values])).rows },
      [platformModule],
      new URL(house.database.url).username,
    ),
  );
  expect(faults).toEqual([]);
});
