import { expect, test } from 'vitest';
import { areas } from '../../apps/dashboard/src/areas.ts';
import type { Filled } from './filled.ts';
import { allPlaces } from './places.ts';

const filled = {
  clusterId: 'c',
  accountId: 'a',
  apps: { cloudspace: '1', cloudspaceFailed: '2', live: '3', failed: '4', running: '5', pinned: '6', undeleted: '7' },
  actions: { pending: '1', own: '2', executing: '3', failed: '4', reverted: '5', done: '6' },
  drains: { waiting: '7', running: '8', blocked: '9' },
  incidents: { declared: '1', firing: '2', resolved: '3' },
  webhooks: { failing: '1', disabled: '2', delivery: '3' },
} as unknown as Filled;

test('every area and every page of the menu and the palette is looked at', () => {
  const looked = new Set(allPlaces(filled, 'http://127.0.0.1/setup#whl_x').map(({ path }) => path));
  const reached = areas.flatMap(({ to, pages = [] }) => [to, ...pages.map((page) => page.to)]);
  // Settings is its first tab.
  expect(reached.filter((path) => path !== '/settings' && !looked.has(path))).toEqual([]);
});
