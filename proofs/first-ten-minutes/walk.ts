import type { BrowserContext, Page } from 'playwright-core';
import type { Camera } from './camera.ts';
import { approveInCli, cliTellsFault, cliTellsWhole, pageTellsFault, pageTellsWhole, watched } from './fault.ts';
import { handOver, makeToken, openAgain, openCluster, setUp } from './owner.ts';
import type { Place } from './place.ts';
import { mustBe, type Steps } from './steps.ts';
import { ctrlC, type Running } from './terminal.ts';

/** The ten minutes, in the order of the guide. */
export interface Walk {
  readonly place: Place;
  readonly person: BrowserContext;
  /** Somebody else's browser. */
  readonly stranger: BrowserContext;
  readonly steps: Steps;
  readonly camera: Camera;
  /** Of coming up; how long that takes is no promise of ours. */
  readonly limitMs: number;
}

export interface Times {
  readonly dashboard: number;
  readonly cluster: number;
  readonly brokenInPage: number;
  readonly brokenInCli: number;
  /** What the cluster's page said before Kubernetes was up; undefined where it was up too soon to be seen. */
  readonly pending: string | undefined;
}

export interface Arrived {
  readonly demo: Running;
  readonly page: Page;
  readonly url: string;
  /** Whether pods of the demo's app truly run here. */
  readonly answersBy: 'itself' | 'KWOK';
  readonly times: Times;
}

export const deploys = { good: 'npm run demo -- deploy good', crash: 'npm run demo -- deploy crash' } as const;

/** A version that fails; it takes as long as three crashes do. */
export async function deployCrash({ terminals }: Place, { step }: Steps): Promise<void> {
  await step('deploy crash: the reason, the last lines, and the version before again', async () => {
    const said = await terminals.run(deploys.crash);
    for (const words of ['(crash_loop)', 'Revision 3 is RolledBack: it failed, and revision 2 runs again'])
      mustBe(said.includes(words), said);
    mustBe(!said.includes('nobody answered'), said);
  });
}

const seconds = (since: number) => (performance.now() - since) / 1_000;

export async function walk({ place, person, stranger, steps, camera, limitMs }: Walk): Promise<Arrived> {
  const { terminals, home } = place;
  const { step } = steps;
  const began = performance.now();
  const demo = terminals.start('npm run demo');
  const isReady = /The cluster "demo" is ready: healthScore 100, nodes (\d+)\/\1, no issues\./;
  const { url, reference, link } = await step('npm run demo prints address, API reference and setup link', async () => {
    const [, found = ''] = await demo.until(/Dashboard +(http:\S+)\n/, limitMs);
    const [, docs = ''] = await demo.until(/API reference +(http:\S+)\n/);
    const [, setup = ''] = await demo.until(/Set up +(http:\S+#whl_\S+)\n/);
    mustBe(!isReady.test(demo.output()), 'the cluster was ready before the dashboard');
    return { url: found, reference: docs, link: setup };
  });
  const dashboard = seconds(began);
  const ready = demo.until(isReady, limitMs).then(() => seconds(began));
  // Told where it is awaited.
  ready.catch(() => undefined);
  terminals.knowAddress(url);

  const page = await person.newPage();
  await step('the setup link makes the owner, and leaves the address bar', () => setUp(page, link, camera));
  await step('it opens once', async () => openAgain(await stranger.newPage(), link));
  await step("the cluster's page opens while its Kubernetes comes up", () => openCluster(page));
  const pending = await pendingSeen(page);
  const token = await step('a token is made under Settings, Access Tokens, and shown once', () =>
    makeToken(page, home, camera),
  );
  await step('npx wheelhouse login takes the token', async () => {
    const said = await terminals.run(
      'npx wheelhouse login --url http://127.0.0.1:8080 --token-stdin < ~/Downloads/wheelhouse-token-*.txt',
    );
    mustBe(said.includes(`signed in to ${url} as ada@acme.example of Acme`), said);
    mustBe(!said.includes(token), 'the terminal shows the token');
  });
  await step('npx wheelhouse login is handed one by the browser', async () => {
    const login = terminals.start('npx wheelhouse login');
    const [address = ''] = await login.until(/http\S+\/cli-login\?\S+/);
    const tab = await person.newPage();
    await handOver(tab, address, camera);
    mustBe((await login.ended) === 0, login.output());
    mustBe(login.output().includes(`signed in to ${url} as ada@acme.example of Acme`), login.output());
    await tab.close();
  });
  await step('the API reference answers', async () => {
    const answer = await fetch(reference);
    mustBe(answer.ok && (await answer.text()).includes('<title>Wheelhouse API'), `it is answered ${answer.status}`);
  });
  const cluster = await step('the cluster is ready', () => ready);
  await step('npx wheelhouse health says that all is well', () => cliTellsWhole(terminals));
  const stays = await step("the cluster's page says so too", async () => {
    await page.getByRole('link', { name: 'Needs you' }).first().click();
    await page.getByText('Nothing needs you').waitFor();
    await camera.shoot(page, 'overview');
    await openCluster(page);
    await pageTellsWhole(page);
    await camera.shoot(page, 'cluster-issues');
    return watched(page);
  });

  const broke = performance.now();
  const times = await step('break cordon: page and health name node, impact and remedy', async () => {
    const inPage = pageTellsFault(page).then(() => seconds(broke));
    const inCli = terminals
      .run('npm run demo -- break cordon')
      .then(() => cliTellsFault(terminals))
      .then(() => seconds(broke));
    const [brokenInPage, brokenInCli] = await Promise.all([inPage, inCli]);
    await stays();
    return { brokenInPage, brokenInCli };
  });
  await step('the uncordon that waits is approved: 100 again in both', async () => {
    await approveInCli(terminals);
    await Promise.all([pageTellsWhole(page), cliTellsWhole(terminals)]);
    await stays();
  });
  await step('fix: everything is whole', () => terminals.run('npm run demo -- fix'));
  const answersBy = await step('the app is Live, and on a real node it answers', async () => {
    const [, how = ''] = await demo.until(/The app shop-apps\/web is Live(.*)\n/, limitMs);
    mustBe(/^ on a real node, and answers: Version 1 of the shop\.|^, as a worker: KWOK simulates/.test(how), how);
    return how.includes('real node') ? 'itself' : 'KWOK';
  });
  await step('deploy good: a new version, and no call without an answer', async () => {
    const said = await terminals.run(deploys.good);
    mustBe(said.includes('Revision 2 is Live; revision 1 ran before it.') && !said.includes('nobody answered'), said);
  });
  return { demo, page, url, answersBy, times: { dashboard, cluster, pending, ...times } };
}

/** What its page says of a cluster whose Kubernetes is not up yet. */
async function pendingSeen(page: Page): Promise<string | undefined> {
  const notice = page.getByRole('status').filter({ hasText: 'is being checked for the first time' });
  return notice.innerText({ timeout: 3_000 }).then(
    (text) => text.replaceAll(/\s+/g, ' '),
    () => undefined,
  );
}

/** As a person ends it. */
export async function goHome(place: Place, steps: Steps, demo: Running): Promise<void> {
  await steps.step('Ctrl-C and down: nothing is left running', async () => {
    demo.press(ctrlC);
    await demo.ended;
    mustBe(demo.output().includes('Stopping the server.'), demo.output());
    await place.terminals.run('npm run demo -- down');
    const left = await place.stillRunning();
    mustBe(left.length === 0, `still running: ${left.join('; ').slice(0, 600)}`);
  });
}
