import type { Flow } from './keys-scene.ts';

/** What keeps automation in bounds: the stop, the limits, and how far each kind may go. */
export const guardFlows: Readonly<Record<string, Flow>> = {
  'stop all actions, and release them': async ({ keys, tab: { page } }) => {
    await keys.go('Stop all actions');
    await page.getByRole('dialog').getByRole('heading', { name: 'Stop actions (kill switch)' }).waitFor();
    await keys.fill('Why (optional)', 'the shop is down');
    await keys.use('button', 'Stop all actions');
    await keys.sees('The kill switch is engaged.');
    await keys.use('button', 'Close');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.sees('All actions are stopped.');
    await keys.sees('“the shop is down”');
    await keys.use('button', /^Release/);
    await page.getByRole('dialog').waitFor();
    await keys.use('button', 'Release kill switch');
    await keys.sees('Released: actions can run again');
  },
  'change a guard': async ({ keys, tab: { page } }) => {
    await keys.go('Guards');
    await keys.isAt('Guards');
    await keys.tabTo(page.getByRole('spinbutton', { name: /^How long after an action/ }));
    await keys.press('Control+a');
    await keys.type('600');
    await keys.use('button', 'Save guards');
    await keys.sees('Saved the guards');
  },
  'choose how far a kind of action may go': async ({ keys, tab: { page } }) => {
    await keys.go('Autonomy');
    await keys.isAt('Autonomy');
    const choice = page.getByRole('group', { name: 'Autonomy of Restart Pod on all clusters' });
    await keys.tabTo(choice.getByRole('button', { name: 'ask' }));
    await keys.press('Enter');
    await keys.sees('Saved: Restart Pod on all clusters is ask');
    await choice.getByRole('button', { name: 'ask', pressed: true }).waitFor();
  },
};
