import { openBrowser } from './dashboard/browser.ts';
import { newPerson } from './first-ten-minutes/browser.ts';
import { noCamera, openCamera } from './first-ten-minutes/camera.ts';
import { toldCommands, untrue } from './first-ten-minutes/guide.ts';
import { openPlace } from './first-ten-minutes/place.ts';
import { mustBe, newSteps } from './first-ten-minutes/steps.ts';
import { takePictures } from './first-ten-minutes/pictures.ts';
import { deployCrash, deploys, goHome, walk } from './first-ten-minutes/walk.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** From the moment `break` is typed. */
const shownWithin = 15;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const steps = newSteps(say);
  const camera = quick ? noCamera : await openCamera();
  const [place, browser] = await Promise.all([openPlace(), openBrowser()]);
  try {
    const [person, stranger] = await Promise.all([newPerson(browser), newPerson(browser)]);
    const { demo, page, url, answersBy, times } = await walk({
      place,
      person,
      stranger,
      steps,
      camera,
      limitMs: quick ? 200_000 : 900_000,
    });
    say(
      times.pending === undefined ? 'the cluster was ready too soon to be seen Pending' : `Pending: ${times.pending}`,
    );
    if (!quick) {
      await deployCrash(place, steps);
      await takePictures({ browser, person, page, url, camera, place, steps });
    }
    await goHome(place, steps, demo);
    await steps.step('the guides tell what was done, and what came back', async () => {
      const played = answersBy === 'KWOK' ? ['npm run demo', deploys.good, deploys.crash] : [];
      const found = untrue(toldCommands(), place.terminals.ran(), [...played, ...(quick ? [deploys.crash] : [])]);
      mustBe(found.length === 0, found.join('\n'));
    });
    await steps.step("the newcomer's own kubeconfig was left alone", async () => {
      mustBe(place.planted.visits() === 0, `its cluster was visited ${place.planted.visits()} times`);
      mustBe(await place.planted.isUnchanged(), 'it was changed');
    });
    const { dashboard, cluster, brokenInPage, brokenInCli } = times;
    const { count, bytes } = camera.made();
    const pictures = count === 0 ? '' : `; ${count} pictures, ${(bytes / 1e6).toFixed(1)} MB`;
    return verdictOf(
      quick ? {} : { [`the page tells of it within ${shownWithin} s`]: brokenInPage <= shownWithin },
      `${steps.held()} of ${steps.count()} steps; dashboard after ${dashboard.toFixed(1)} s, cluster after ${cluster.toFixed(1)} s (${times.pending === undefined ? 'never seen Pending' : 'seen Pending before'}); break told in the page after ${brokenInPage.toFixed(1)} s, by the command line after ${brokenInCli.toFixed(1)} s${pictures}`,
    );
  } finally {
    await browser.close();
    await place.leave();
  }
}

export const proof: Proof = {
  promise:
    'A newcomer gets from a clone with built engines to a cluster whose health explains itself, in the browser and in a terminal, by what the guide says and nothing else.',
  method:
    'docs/guides/first-ten-minutes.md and the README, done step by step in a real browser and on real terminals, with a home and engines of their own: npm run demo, the setup link, a token, login by token and by the browser, health, break cordon on an open page that is never loaded again, the approval of the uncordon that is proposed then, fix, the app of the demo, a new version of it (full size: and one that crashes), down; every command the two tell must have been run and answered as they say; full size also makes the pictures of docs/images',
  bar: `every step holds; full size: what was broken stands on the open page within ${shownWithin} s of typing it`,
  run,
};
