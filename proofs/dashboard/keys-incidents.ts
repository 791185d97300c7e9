import type { Flow } from './keys-scene.ts';

/** An incident from its declaration to its end, and work that nobody is called for. */
export const incidentFlows: Readonly<Record<string, Flow>> = {
  'declare an incident, acknowledge it, write a note and resolve it': async ({ keys, tab: { page } }) => {
    await keys.go('Declare incident');
    await keys.isAt('Declare an incident');
    await keys.fill('Title', 'Checkout answers with errors');
    await keys.fill('Service (optional)', 'checkout');
    await keys.use('button', 'Declare incident');
    await keys.isAt('Checkout answers with errors');
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor();
    await keys.press('a');
    await keys.sees(/^Incident #\d+ is acknowledged$/);
    await keys.press('n');
    await page.getByLabel('Note', { exact: true }).and(page.locator(':focus')).waitFor();
    await keys.type('a restart helped; r');
    await keys.press('Control+Enter');
    await keys.sees('Added the note');
    await keys.tabTo(page.getByRole('button', { name: 'Oldest first' }));
    await keys.press('r');
    await page.getByRole('dialog', { name: /^Resolve incident/ }).waitFor();
    await keys.fill('Root cause (optional)', 'A connection was never given back');
    await keys.use('button', 'Resolve');
    await keys.sees(/^Incident #\d+ is resolved$/);
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
  },
  'announce maintenance, and end it': async ({ keys, tab: { page } }) => {
    await keys.go('Announce maintenance');
    await keys.isAt('Announce maintenance');
    await keys.fill('Name', 'Kernel patches');
    await keys.use('button', 'Announce maintenance');
    await keys.isAt('Maintenance windows');
    await keys.use('button', 'End Kernel patches');
    await page.getByRole('dialog', { name: 'End Kernel patches now' }).waitFor();
    await keys.use('button', 'End Kernel patches now');
    await keys.sees('Ended maintenance Kernel patches');
  },
};
