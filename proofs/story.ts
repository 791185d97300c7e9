import { resources } from '@wheelhouse/kubernetes';
import { eventually } from '@wheelhouse/testkit';
import type { Browser } from 'playwright-core';
import { goReceiver } from '../dev/receivers/go-receiver.ts';
import { openBrowser } from './dashboard/browser.ts';
import { type Camera, noCamera, openCamera } from './first-ten-minutes/camera.ts';
import { mustBe, newSteps, type Steps } from './first-ten-minutes/steps.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import {
  approves,
  atBrowser,
  createWebhook,
  openCluster,
  readsPlan,
  seesDeliveries,
  seesIssue,
} from './story/browser.ts';
import { openStoryHouse, type StoryHouse } from './story/house.ts';
import { listen, listenElsewhere, type Listening, somewhere } from './story/receivers.ts';
import { untrueInStory } from './story/page.ts';
import { handledOnce, sendAgain, toldAll } from './story/told.ts';

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

/** What the node costs the score; others in the cluster may come and go meanwhile. */
async function impactOf({ client, clusterId, node }: StoryHouse): Promise<number> {
  const { data } = await client.get('/k8s-monitor/api/health', { query: { cluster_id: clusterId } });
  const own = data.issues.filter(({ object }) => object.name === node);
  const impact = own.reduce((sum, { score_impact }) => sum + score_impact, 0);
  mustBe(data.healthScore <= 100 - impact, `the score is ${data.healthScore}`);
  return impact;
}

async function isCordoned({ kube, node }: StoryHouse): Promise<boolean> {
  const { spec } = await kube.client.get<{ readonly spec: { readonly unschedulable?: boolean } }>(
    `${resources.nodes}/${node}`,
  );
  return spec.unschedulable === true;
}

async function tell(house: StoryHouse, browser: Browser, { step }: Steps, camera: Camera): Promise<string> {
  const { client, node, terminals, origin, clusterId } = house;
  const listening: Listening[] = [];
  try {
    const person = await atBrowser(browser, house);
    const page = await person.newPage();
    await step(
      'five webhooks, made in browser, terminal and by a program, each with a receiver of the guide',
      async () => {
        const [place, elsewhere] = [await somewhere(), listenElsewhere(house)];
        const { secret, webhookId } = await createWebhook(page, origin, place.url);
        listening.push(...(await elsewhere));
        listening.unshift({ ...(await listen(house, 'node with the SDK', place, secret)), webhookId });
      },
    );
    mustBe((await impactOf(house)) === 0, 'the node costs the score something before anything happens');
    await openCluster(page, house);
    const began = performance.now();
    await step('the node is cordoned by hand: the open page names it and what to do', async () => {
      await terminals.run(`kubectl cordon ${node}`);
      await seesIssue(page, node, camera);
    });
    const seen = seconds(began);
    const impact = await step('health has dropped; the terminal names the issue, the browser a plan', async () => {
      const [said] = await Promise.all([terminals.run('npx wheelhouse health'), readsPlan(page, node, camera)]);
      mustBe(said.includes(`Node cordoned, Node ${node}`), said);
      const costs = await impactOf(house);
      mustBe(costs > 0, 'the score has not dropped');
      return costs;
    });
    const actionId = await step('who has read the plan approves it in the browser', () => approves(page, camera));
    await step('the node is uncordoned on the API server', async () => {
      mustBe(!(await isCordoned(house)), 'it is still cordoned');
      const { data: action } = await client.get('/agents/action/api/v1/actions/{id}', { params: { id: actionId } });
      mustBe(action.status === 'success' && action.approved_by !== null, JSON.stringify(action));
      mustBe(action.decision_id !== null && action.cluster_id === clusterId, JSON.stringify(action));
    });
    await step('its outcome was told', () =>
      eventually(() => {
        const told = house.outcomes.filter(({ body }) => body.includes(actionId));
        mustBe(told.length > 0, `no outcome of ${actionId} came`);
      }, 120_000),
    );
    await step('action.pending and action.executed reached five receivers over HTTPS, and were believed', () =>
      toldAll(client, listening, actionId),
    );
    const [first, second] = listening;
    const host = new URL(second?.url ?? '').host;
    await step('browser and terminal show what was done, and both deliveries', async () => {
      const [actions, deliveries] = await Promise.all([
        terminals.run('npx wheelhouse actions list --limit 1'),
        terminals.run(`npx wheelhouse webhooks deliveries ${host}`),
        seesDeliveries(page, origin, first?.webhookId ?? '', camera),
      ]);
      mustBe(actions.includes('success') && actions.includes(node), actions);
      mustBe((deliveries.match(/^succeeded /gm) ?? []).length === 2, deliveries);
    });
    await step('sent once more, both are known by their id: each receiver has handled each once', async () => {
      await sendAgain(client, listening, actionId);
      await handledOnce(client, listening, actionId);
    });
    await step('docs/story.md tells what was done, and what came back', async () => {
      const found = untrueInStory(terminals.ran(), node, host);
      mustBe(found.length === 0, found.join('\n'));
    });
    return `the node costs ${impact} of 100; the open page named the node after ${seen} s; ${listening.length} receivers handled both events once`;
  } finally {
    await Promise.all(listening.map(({ stop }) => stop()));
  }
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const steps = newSteps(say);
  const camera = quick ? noCamera : await openCamera();
  const began = performance.now();
  const opening = openBrowser();
  opening.catch(() => undefined);
  const [house] = await Promise.all([openStoryHouse(), goReceiver()]);
  say(`the house is open after ${seconds(began)} s`);
  try {
    const figure = await tell(house, await opening, steps, camera);
    const { count } = camera.made();
    const made = count === 0 ? '' : `; ${count} pictures`;
    return verdictOf({}, `${steps.held()} of ${steps.count()} steps; ${figure}${made}`);
  } finally {
    await opening.then((browser) => browser.close());
    await house.close();
  }
}

export const proof: Proof = {
  promise:
    'What goes wrong in a cluster is named, proposed to be mended, approved by a person who saw the plan, done, and told to everybody who wants to know: signed, once, and verified by receivers that anybody can copy.',
  method:
    'the whole server on the real engines, the real build of the dashboard in a real browser, real terminals: five webhooks with the five receivers of docs/guides/webhooks over HTTPS; a node is cordoned with kubectl, the open page and `wheelhouse health` name it, a rule decides that it should be uncordoned (AutoApprove false), the plan is read and approved in the browser, the API server is asked, the outcome is heard on its exchange, what each receiver kept is compared with what was sent, byte for byte, and how often it handled each event is counted, also after all was sent once more; docs/story.md must be what happened; full size also makes its pictures',
  bar: 'every step holds; each of five receivers handles each event once',
  run,
};
