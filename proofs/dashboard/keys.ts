import { codeAt, stepAt } from '../../services/auth/src/second-factor/totp.ts';
import { openTab, type Wanted } from './browser.ts';
import { focusControl, Keyboard } from './keyboard.ts';
import { actionFlows, proposeActions } from './keys-actions.ts';
import { appFlows } from './keys-apps.ts';
import { drainFlows } from './keys-drain.ts';
import { guardFlows } from './keys-guards.ts';
import { incidentFlows } from './keys-incidents.ts';
import { webhookFlows } from './keys-webhooks.ts';
import { type Flow, saveShown, type Scene } from './keys-scene.ts';
import { remainsControl, secretsLeft } from './remains.ts';
import type { Part } from './stage.ts';

const wanted: readonly Wanted[] = [
  { method: 'GET', path: /\/api\/v1\/(?:session|me)$/, status: 401 },
  // That a code is wanted too is told by a refusal.
  { method: 'POST', path: /\/api\/v1\/session$/, status: 401 },
  // A tenant without a cluster, and a cluster that was not observed yet or is removed.
  { method: 'GET', path: /\/api\/health(?:\/|$)/, status: 404 },
  { method: 'GET', path: /\/api\/health(?:\/|$)/, status: 503 },
  { method: 'GET', path: /\/api\/v1\/clusters\/[^/]+$/, status: 404 },
  // A plan that has changed since it was read.
  { method: 'POST', path: /\/api\/v1\/actions\/[^/]+\/approve$/, status: 412 },
  // Once nobody is there who could plan.
  { method: 'POST', path: /\/api\/v1\/actions\/[^/]+\/approve$/, status: 502 },
];

const owner = { email: 'ada@acme.example', name: 'Ada', password: 'seven purple lanterns hum' };
const guest = { email: 'grace@acme.example', name: 'Grace', password: 'nine wooden kettles sing' };

/** Enough to come through every kind of thing; a minute is short. */
const quickFlows = new Set([
  'set up as owner',
  'create an access token',
  'register a cluster',
  'approve an action',
  'drain a node',
  'deploy an app',
  'declare an incident, acknowledge it, write a note and resolve it',
  'stop all actions, and release them',
  'create a webhook',
]);

/** Somebody's first day, without a mouse: from the setup link to the sign-out. */
export const byKeys: Part = async ({ world, browser, quick, say }) => {
  const tenant = await world.tenant();
  for (const { password } of [owner, guest]) world.secrets.add(password);
  const tab = await openTab(world, browser, 'keys', { wanted });
  const keyboard = new Keyboard(tab.page);
  const { slug, id: tenantId } = tenant;
  const scene: Scene = { world, keys: keyboard, tab, slug, tenantId, totp: '', step: 0, inviteLink: '', clusterId: '' };
  const left: string[] = [];
  try {
    await tab.page.goto(await world.setupLink(tenant));
    const walked = Object.entries(flows).filter(([name]) => !quick || quickFlows.has(name));
    for (const [name, flow] of walked) {
      keyboard.begin(name);
      const began = performance.now();
      await flow(scene).catch((error: unknown) => {
        throw new Error(`by keys, ${name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
      left.push(...(await secretsLeft(world, tab, name)));
      say(`by keys: ${name}, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    }
    const missed = [
      ...(await remainsControl(world, tab)),
      ...((await focusControl(tab.page)) ? [] : ['focus that cannot be seen']),
    ];
    const { presses, stops, faults: unseen } = keyboard;
    for (const words of [...unseen, ...left]) say(`keys: ${words}`);
    return {
      claims: {
        'the focus is always to be seen': unseen.length === 0 && stops > 0,
        'no secret stays in address, history, storage or cookie': left.length === 0,
        [`planted secrets and hidden focus are found (${missed.join(', ')})`]: missed.length === 0,
      },
      figure: `${walked.length} flows by keyboard alone (${presses} presses, ${stops} stops of the focus, ${unseen.length} not seen)`,
    };
  } finally {
    await tab.close();
  }
};

const flows: Readonly<Record<string, Flow>> = {
  'set up as owner': async ({ keys, tab }) => {
    await keys.isAt('Set up Wheelhouse');
    await keys.fill('Your email', owner.email);
    await keys.fill('Your name', owner.name);
    await keys.fill('Password', owner.password);
    await keys.use('button', 'Become the owner');
    await keys.isAt('Needs you');
    if (tab.page.url().includes('#')) throw new Error('the setup link stays in the address');
  },
  'set up a second factor': async (scene) => {
    const { keys, world, tab } = scene;
    await keys.go('Profile');
    await keys.isAt('Profile');
    await keys.use('button', 'Set up second factor');
    scene.totp = (await tab.page.locator('[data-secret] code').first().getAttribute('title')) ?? '';
    world.secrets.add(scene.totp);
    scene.step = stepAt(new Date());
    await keys.fill('Code from the app', codeAt(scene.totp, scene.step));
    await keys.press('Enter');
    await saveShown(scene, 'recovery codes');
  },
  'sign out': signOut,
  'sign in with a code': async ({ keys, slug, totp, step }) => {
    await keys.fill('Tenant', slug);
    await keys.press('Enter');
    await keys.fill('Email', owner.email);
    await keys.fill('Password', owner.password);
    await keys.press('Enter');
    // The one after it, so that nobody need wait for the next.
    await keys.fill('Code from your authenticator app', codeAt(totp, step + 1));
    await keys.use('button', 'Sign in');
    await keys.isAt('Needs you');
  },
  'create an access token': async (scene) => {
    const { keys } = scene;
    await keys.goBy('s', 'Access tokens');
    await keys.use('button', 'Create token');
    await keys.fill('Name', 'laptop');
    await keys.use('checkbox', 'deploy', 'Space');
    await keys.use('button', 'Create token');
    await saveShown(scene, 'token');
    await keys.sees('laptop');
  },
  'revoke it': async ({ keys }) => {
    await keys.use('button', 'Revoke token laptop');
    await keys.page.getByRole('dialog').waitFor();
    await keys.use('button', 'Revoke token laptop');
    await keys.sees('revoked');
  },
  'register a cluster': async (scene) => {
    const { keys, world } = scene;
    await keys.go('Register a cluster');
    await keys.isAt('Register a cluster');
    await keys.fill('Name', 'edge-1');
    await keys.fill('Kubeconfig', world.kubeconfig);
    await keys.use('button', 'Register cluster');
    await keys.isAt('edge-1');
    await keys.sees(/nodes ready/);
    scene.clusterId = /clusters\/([^/?]+)/.exec(keys.page.url())?.[1] ?? '';
    await proposeActions(scene);
  },
  'look at its nodes': async ({ keys, tab: { page } }) => {
    await keys.use('link', /^Nodes/);
    await page.waitForURL(/\/nodes/);
    const rows = page.locator('main tbody tr[data-index]');
    await rows.nth(5).waitFor();
    await keys.tabTo(rows.first());
    const isOn = (index: number) => page.locator(`tr[data-index="${index}"]:focus`).waitFor();
    for (const index of [1, 2, 3]) {
      await keys.press('j');
      await isOn(index);
    }
    await keys.press('k');
    await isOn(2);
    await keys.press('ArrowDown');
    await isOn(3);
    await keys.press('End');
    await page
      .locator(`tr[data-index="${(await rows.count()) - 1}"]:focus, tr[data-index]:focus:not([data-index="3"])`)
      .waitFor();
    keys.begin('sort its nodes');
    await page.reload();
    await rows.nth(5).waitFor();
    await keys.use('button', 'Name');
    await page.waitForURL(/sort=/);
    keys.begin('filter its nodes');
    await keys.tabTo(page.getByRole('searchbox', { name: 'Name' }), 80);
    const first = (await rows.first().innerText()).split(/\s/)[0] ?? '';
    await keys.type(first);
    await page.waitForURL((url) => url.searchParams.get('q') === first);
    await rows.first().waitFor();
  },
  ...actionFlows,
  ...drainFlows,
  ...guardFlows,
  ...appFlows,
  ...incidentFlows,
  'come to the cluster by the palette': async ({ keys }) => {
    await keys.goBy('h', 'Needs you');
    await keys.go('edge-1');
    await keys.isAt('edge-1');
  },
  'remove the cluster': async ({ keys, tab: { page } }) => {
    await keys.use('link', 'Settings');
    await keys.use('button', 'Remove cluster');
    await page.getByRole('dialog').waitFor();
    await keys.fill('Type edge-1 to continue', 'edge-1');
    await keys.use('button', 'Remove cluster edge-1');
    await keys.isAt('Clusters');
  },
  ...webhookFlows,
  'invite a user': async (scene) => {
    const { keys, tab } = scene;
    await keys.go('Users');
    await keys.isAt('Users');
    await keys.use('button', 'Invite user');
    await keys.fill('Email', guest.email);
    await keys.fill('Name', guest.name);
    await keys.tabTo(tab.page.getByRole('dialog').getByLabel('Role'));
    await keys.type('v');
    await keys.use('button', 'Invite user');
    scene.inviteLink = await saveShown(scene, 'link');
    await keys.sees(guest.email);
  },
  'create a service account and its secret': async (scene) => {
    const { keys } = scene;
    await keys.go('Service accounts');
    await keys.isAt('Service accounts');
    await keys.use('button', 'Create service account');
    await keys.page.getByRole('dialog').waitFor();
    await keys.fill('Name', 'pipeline');
    await keys.use('button', 'Create service account');
    await keys.isAt('pipeline');
    await keys.use('button', 'Create secret');
    await keys.page.getByRole('dialog').waitFor();
    await keys.fill('Name', 'first');
    await keys.use('button', 'Create secret');
    await saveShown(scene, 'secret');
  },
  'sign out again': signOut,
  'take an invitation': async ({ keys, tab: { page }, inviteLink }) => {
    await page.goto(inviteLink);
    await keys.isAt(/^Join /);
    await keys.fill('Password', guest.password);
    await keys.use('button', 'Set password and join');
    await keys.isAt('Sign in');
    await keys.fill('Password', guest.password);
    await keys.press('Enter');
    await keys.isAt('Needs you');
  },
};

async function signOut({ keys, tab: { page } }: Scene): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
  await keys.use('button', /^You:/);
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await keys.press('ArrowUp');
  await page.locator('[role=menuitem][data-highlighted]:focus', { hasText: 'Sign out' }).waitFor();
  await keys.press('Enter');
  await keys.isAt('Sign in');
}
