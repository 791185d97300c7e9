import { kube2 } from '../dev/engines/clusters/cluster.ts';
import { withApi } from '../dev/engines/clusters/engine-api.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { requireEngines } from '../dev/engines/test/require-engines.ts';
import { ensureStoreImages } from '../dev/image/base-images.ts';
import { buildWith } from '../dev/image/build.ts';
import { ensureProgramImages } from '../dev/image/program-images.ts';
import { openBrowser } from './dashboard/browser.ts';
import { newPerson } from './first-ten-minutes/browser.ts';
import { newSteps } from './first-ten-minutes/steps.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { controls } from './stranger/controls.ts';
import { openMachine } from './stranger/machine.ts';
import { typedInto } from './stranger/typed.ts';
import { approvedAction, downAndUp, healthAndFault, toTheFirstScore } from './stranger/walk.ts';

const mostCommands = 4;

async function run({ say }: ProofContext): Promise<Verdict> {
  await requireEngines(['docker', 'kube2', 'chromium']);
  const engines = await openHome();
  const steps = newSteps(say);
  const machine = await openMachine(engines);
  const browser = await openBrowser();
  try {
    await steps.step('the image is built from the checkout, and that of the demo', async () => {
      await Promise.all([ensureStoreImages(engines), ensureProgramImages(engines)]);
      const { image, checkout } = machine;
      await buildWith(engines, ['--tag', image], undefined, checkout);
      await buildWith(engines, ['--target', 'demo', '--tag', `${image}-demo`], undefined, checkout);
    });
    const page = await (await newPerson(browser)).newPage();
    const typed = typedInto(machine.terminals, say);
    return await withApi(engines, kube2, async (api) => {
      const walk = { machine, typed, page, steps, api };
      const { commandsToScore, secondsToScore } = await toTheFirstScore(walk);
      await healthAndFault(walk);
      await approvedAction(walk);
      await downAndUp(walk);
      await controls({ engines, machine, steps });
      return verdictOf(
        { [`at most ${mostCommands} commands until the first score`]: commandsToScore <= mostCommands },
        `${steps.held()} of ${steps.count()} steps; ${commandsToScore} commands and ${secondsToScore.toFixed(0)} s from docker compose up to the first score of a cluster of one's own`,
      );
    });
  } finally {
    await browser.close();
    await machine.leave();
  }
}

export const proof: Proof = {
  promise:
    'A stranger with docker, Node and kubectl gets from a checkout to the score of a cluster of their own in four commands, and on to an approved action; what is wrong is told with its next step.',
  method:
    'the files of the repository as Git has them, a home of its own, docker in namespaces of its own, a real browser and real terminals: the image is built, docker compose up, the setup link, the command line from /cli, clusters connect to an API server outside docker, a crash that is named, the profile demo, an action approved there, down and up; then a store that is missing, a wrong key, a taken port, an older command line. No image can be pulled here: stores and the programs of the demo are stand-ins made of the engines',
  bar: `every step holds; at most ${mostCommands} commands until the first score; each of the four faults is told with what to do`,
  run,
};
