import type { Flow, Scene } from './keys-scene.ts';
import { type PaperPlace, scalePlan, writeScale } from './paper-actions.ts';
import { changePlan, makePlan, showWorker } from './paper-worker.ts';

/** Deciding about actions: yes, a stop, yes to one's own in need, and no. */
export const actionFlows: Readonly<Record<string, Flow>> = {
  'approve an action': async (scene) => {
    const { keys, tab } = scene;
    await keys.go('Needs you');
    await keys.isAt('Needs you');
    await keys.use('link', /^Decide ?: Scale Deployment checkout/);
    await keys.isAt(/^Scale Deployment checkout/);
    await keys.use('button', 'Scale checkout to 3');
    await tab.page.getByRole('dialog').getByText('3 replicas, 3 removed').waitFor();
    keys.begin('approve an action without a worker');
    await keys.use('button', 'Scale checkout to 3');
    await keys.sees('Not approved: the cluster’s worker is not available');
    keys.begin('approve a plan that has changed meanwhile');
    await seesChanged(scene);
    keys.begin('approve an action');
    await keys.fill('Note (optional)', 'nobody needs them');
    await approve(scene, 'Approve this plan instead', 7);
    await keys.sees('“nobody needs them”');
  },
  'cancel it': async ({ keys, tab }) => {
    await keys.use('button', 'Cancel action');
    await tab.page.getByRole('dialog').waitFor();
    await keys.fill('Why (optional)', 'the sale is tomorrow');
    await keys.use('button', 'Cancel action');
    await keys.sees('Canceled before anything was sent to the cluster.');
    await keys.sees('“the sale is tomorrow”');
  },
  'approve one of your own, in an emergency': async (scene) => {
    const { keys } = scene;
    await openFirst(scene);
    await keys.isAt(/^Scale Deployment search/);
    await keys.use('button', 'Scale search to 3');
    await keys.sees('You proposed this action, or it was proposed on your behalf: someone else has to approve it.');
    await keys.fill('Break-glass: why it cannot wait for someone else', 'nobody else is awake');
    await approve(scene, 'Scale search to 3');
    await keys.sees('“nobody else is awake”');
  },
  'reject an action': async (scene) => {
    const { keys, tab } = scene;
    await openFirst(scene);
    await keys.isAt(/^Scale Deployment cart/);
    await keys.use('button', 'Reject');
    await tab.page.getByRole('dialog').waitFor();
    await keys.fill('Why (optional)', 'six are needed');
    await keys.use('button', 'Reject action');
    await keys.sees('Rejected. Nothing was changed.');
    await keys.sees('“six are needed”');
  },
};

function placeOf({ world, tenantId, clusterId }: Scene): PaperPlace {
  return { db: world.db, tenantId, clusterId };
}

/** The server closes a connection that was idle, now and then just as it is used again: that is no answer. */
const readAs = ({ context, origin }: Scene['tab'], path: string) =>
  context.request.get(`${origin}/api${path}`, { maxRetries: 3 });

/** Three to decide about, in the order in which they expire; the second is proposed by whoever is signed in. */
export async function proposeActions(scene: Scene): Promise<void> {
  const { tab } = scene;
  const me = await readAs(tab, '/auth/api/v1/me');
  const { id } = (await me.json()) as { readonly id: string };
  const within = (hours: number) => ({ expires_at: new Date(Date.now() + hours * 3_600_000) });
  const place = placeOf(scene);
  await writeScale(place, 'checkout', within(1));
  await writeScale(place, 'search', { ...within(2), proposed_by: { type: 'user', id } });
  await writeScale(place, 'cart', within(3));
}

/** The first row of those that wait. */
async function openFirst({ keys, tab: { page } }: Scene): Promise<void> {
  await keys.goBy('a', 'Actions');
  const waiting = page.getByRole('region', { name: 'Actions that wait for approval' });
  await keys.tabTo(waiting.locator('tbody tr[data-index="0"]'));
  await keys.press('Enter');
}

/** Somebody has scaled it up since the page read the plan: what is in view is not approved, and nothing is done. */
async function seesChanged(scene: Scene): Promise<void> {
  const { keys, tab } = scene;
  const place = placeOf(scene);
  const id = new URL(tab.page.url()).pathname.split('/').at(-1) ?? '';
  await changePlan(place, id, scalePlan(place.clusterId, 'checkout', 7));
  await showWorker(place);
  await Promise.all([makePlan(place, 7), keys.use('button', 'Scale checkout to 3')]);
  await keys.sees('The cluster has changed: this action would now do something different.');
  await tab.page.getByRole('dialog').locator('ins', { hasText: '7 → 3' }).first().waitFor();
  const answer = await readAs(tab, `/agents/action/api/v1/actions/${id}`);
  const action = (await answer.json()) as { readonly status: string; readonly approved_by: unknown };
  if (action.status !== 'pending_approval' || action.approved_by !== null)
    throw new Error(`a plan that nobody read is approved: ${JSON.stringify(action)}`);
}

async function approve(scene: Scene, verb: string, replicas = 6): Promise<void> {
  const { keys } = scene;
  const place = placeOf(scene);
  await showWorker(place);
  await Promise.all([makePlan(place, replicas), keys.use('button', verb)]);
  await keys.sees('Waiting for the target');
}
