import { type Flow, type Scene, saveShown } from './keys-scene.ts';

/** A webhook from its creation to its end. */
export const webhookFlows: Readonly<Record<string, Flow>> = {
  'create a webhook': async (scene) => {
    const { keys, world } = scene;
    await keys.go('Create a webhook');
    await keys.isAt('Create a webhook');
    await keys.use('button', 'Your own server');
    await keys.fill('URL', world.subscriber.url);
    await keys.use('checkbox', 'Only some event types', 'Space');
    await keys.use('checkbox', 'action.pending', 'Space');
    await keys.use('button', 'Create webhook');
    await saveShown(scene, 'signing secret');
    await keys.isAt(hostOf(scene));
    await keys.sees('Deliveries will appear here');
  },
  'send it a test': async ({ keys, tab: { page } }) => {
    await keys.use('button', 'Send test');
    await page.getByRole('dialog').waitFor();
    await keys.use('button', 'Send test');
    await keys.sees('responded 204');
    await keys.use('button', 'Close');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  'rotate its secret': async (scene) => {
    const { keys } = scene;
    await choose(scene, 'ArrowDown', 'Rotate signing secret');
    await keys.use('button', 'Rotate signing secret');
    await saveShown(scene, 'signing secret');
    await keys.sees('the previous one also signs');
  },
  'delete it': async (scene) => {
    const { keys } = scene;
    const host = hostOf(scene);
    await choose(scene, 'ArrowUp', 'Delete webhook');
    await keys.fill(`Type ${host} to continue`, host);
    await keys.use('button', 'Delete webhook');
    await keys.isAt('Webhooks');
    await keys.sees('Your webhooks will appear here');
  },
};

const hostOf = ({ world }: Scene): string => new URL(world.subscriber.url).host;

/** Of the menu, one step from its first item. */
async function choose({ keys, tab: { page } }: Scene, step: string, item: string): Promise<void> {
  await keys.use('button', /^More actions for/);
  await page.getByRole('menuitem', { name: item }).waitFor();
  await page.locator('[role=menuitem][data-highlighted]').waitFor();
  await keys.press(step);
  await page.locator('[role=menuitem][data-highlighted]:focus', { hasText: item }).waitFor();
  await keys.press('Enter');
  await page.getByRole('dialog').waitFor();
}
