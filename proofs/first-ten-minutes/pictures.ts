import type { Browser, BrowserContext, Page } from 'playwright-core';
import { takeAction } from './action-pictures.ts';
import { newPerson } from './browser.ts';
import type { Camera } from './camera.ts';
import { type Content, fill, moreClusters } from './content.ts';
import { breakAndFix, pageTellsFault } from './fault.ts';
import type { Place } from './place.ts';
import type { Steps } from './steps.ts';

/** Every page of the dashboard that the walk itself does not come by, with something in it. */

export interface Pictures {
  readonly browser: Browser;
  readonly person: BrowserContext;
  /** Of the person, on the cluster's page. */
  readonly page: Page;
  readonly url: string;
  readonly camera: Camera;
  readonly place: Place;
  readonly steps: Steps;
}

interface View {
  readonly name: string;
  readonly path: string;
  /** There once it is all there. */
  readonly shows: string | RegExp;
  readonly before?: (page: Page) => Promise<void>;
  readonly open?: (page: Page) => Promise<void>;
}

export async function takePictures(pictures: Pictures): Promise<void> {
  const { browser, person, page, url, camera, place, steps } = pictures;
  const content = await fill(person.request, browser, url);
  for (const view of viewsOf(content)) await take(await person.newPage(), url, camera, view);
  const stranger = await newPerson(browser);
  await take(await stranger.newPage(), url, camera, { name: 'login', path: '/login', shows: 'Sign in' });
  await stranger.close();
  for (const kind of ['crash', 'notready', 'shortfall'])
    await steps.step(`break ${kind}, and fix`, () => breakAndFix(page, place.terminals, kind));
  await place.terminals.run('npm run demo -- break cordon');
  await pageTellsFault(page);
  await camera.shoot(page, 'cluster-cordoned');
  await takeAction(await person.newPage(), url, camera);
  await place.terminals.run('npm run demo -- fix');
  await moreClusters(person.request, url, await place.kubeconfig());
  const clusters = { name: 'clusters', path: '/clusters', shows: 'edge-lab', open: untilBothHealthy };
  await take(await person.newPage(), url, camera, clusters);
}

async function take(page: Page, url: string, camera: Camera, view: View): Promise<void> {
  await view.before?.(page);
  await page.goto(`${url}${view.path}`);
  await page.getByText(view.shows).filter({ visible: true }).first().waitFor();
  await view.open?.(page);
  await camera.shoot(page, view.name);
  await page.close();
}

const request = '7c1e9a52-4b0d-4c55-9d1b-2a4f0c6b8e13';

function viewsOf({ clusterId, accountId }: Content): readonly View[] {
  const cluster = `/clusters/${clusterId}`;
  return [
    { name: 'clusters-failed', path: '/clusters', shows: request, before: failClusters },
    { name: 'register', path: '/clusters/new', shows: 'kubeconfig' },
    { name: 'cluster-nodes', path: `${cluster}/nodes`, shows: 'kwok-0007' },
    { name: 'cluster-workloads', path: `${cluster}/workloads`, shows: 'fraud-scoring' },
    { name: 'cluster-settings', path: `${cluster}/settings`, shows: 'What the credentials may do' },
    { name: 'access-tokens', path: '/settings/access-tokens', shows: 'grafana' },
    { name: 'sessions', path: '/settings/sessions', shows: 'setup link' },
    { name: 'profile', path: '/settings/profile', shows: 'ada@acme.example' },
    { name: 'service-accounts', path: '/settings/service-accounts', shows: 'shop-pipeline' },
    { name: 'service-account', path: `/settings/service-accounts/${accountId}`, shows: 'runner 2' },
    { name: 'users', path: '/settings/users', shows: 'Edsger Dijkstra' },
    { name: 'roles', path: '/settings/roles', shows: 'on call' },
    { name: 'sso', path: '/settings/sso', shows: 'Identity provider' },
    { name: 'approvals', path: '/settings/approvals', shows: 'Approval timeout' },
    { name: 'audit', path: '/settings/audit', shows: 'service_account.create' },
    { name: 'palette', path: cluster, shows: 'No open issue', open: openPalette },
  ];
}

async function untilBothHealthy(page: Page): Promise<void> {
  await page.getByText('healthy').filter({ visible: true }).nth(1).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Clusters').first().waitFor();
}

async function failClusters(page: Page): Promise<void> {
  const error = { code: 'unavailable', message: 'The module platform does not answer.', request_id: request };
  await page.route('**/api/platform/**', (route) =>
    route.fulfill({ status: 503, headers: { 'x-request-id': request }, json: { error } }),
  );
}
