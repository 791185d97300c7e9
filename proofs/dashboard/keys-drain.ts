import type { Flow } from './keys-scene.ts';
import { drainPlan } from './paper-drains.ts';
import { answerPlan, showWorker } from './paper-worker.ts';

/** From the list of nodes by its plan to its page, and the stop of it. */
export const drainFlows: Readonly<Record<string, Flow>> = {
  'drain a node': async ({ keys, world, tab: { page }, tenantId, clusterId }) => {
    const place = { db: world.db, tenantId, clusterId };
    await keys.go('edge-1');
    await keys.isAt('edge-1');
    await keys.use('link', /^Nodes/);
    await page.waitForURL(/\/nodes/);
    // The address changes before the page does: rows of the page before have no such button.
    const button = page.getByRole('button', { name: /^Drain / }).first();
    const drain = (await button.getAttribute('aria-label')) ?? '';
    await showWorker(place);
    await Promise.all([
      keys.use('button', drain),
      answerPlan(place, ({ target }) => drainPlan(clusterId, 'node_name' in target ? target.node_name : '')),
    ]);
    await keys.sees('2 healthy, 2 needed: none may go');
    await keys.fill('Why (optional)', 'its disk fails');
    await showWorker(place);
    await keys.use('button', drain);
    await page.waitForURL(/\/actions\//);
    await keys.sees('Waiting for the target');
    await keys.sees('its disk fails');
  },
  'cancel the drain': async ({ keys, tab: { page } }) => {
    await keys.use('button', 'Cancel drain');
    await page.getByRole('dialog').waitFor();
    await keys.use('button', 'Cancel drain');
    await keys.sees(/^Canceled/);
  },
};
