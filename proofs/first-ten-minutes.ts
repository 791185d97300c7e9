import { openBrowser, newPerson } from './first-ten-minutes/browser.ts';
import { noCamera, openCamera } from './first-ten-minutes/camera.ts';
import { toldCommands, untrue } from './first-ten-minutes/guide.ts';
import { openPlace } from './first-ten-minutes/place.ts';
import { mustBe, newSteps, TooLate } from './first-ten-minutes/steps.ts';
import { takePictures } from './first-ten-minutes/pictures.ts';
import { Overdue } from './first-ten-minutes/terminal.ts';
import { goHome, walk } from './first-ten-minutes/walk.ts';
import { CannotTell, type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** From the moment `break` is typed. */
const shownWithin = 15;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  // What is left then is to stop everything, and must be done within the minute.
  const steps = newSteps(say, quick ? 48_000 : Infinity);
  const camera = quick ? noCamera : await openCamera();
  const limits = quick ? { dashboardMs: 22_000, clusterMs: 38_000 } : { dashboardMs: 300_000, clusterMs: 900_000 };
  const [place, browser] = await Promise.all([openPlace(), openBrowser()]);
  try {
    const [person, stranger] = await Promise.all([newPerson(browser), newPerson(browser)]);
    const { demo, page, url, times } = await walk({ place, person, stranger, steps, camera, limits });
    say(
      times.pending === undefined ? 'the cluster was ready too soon to be seen Pending' : `Pending: ${times.pending}`,
    );
    if (!quick) await takePictures({ browser, person, page, url, camera, place, steps });
    await goHome(place, steps, demo);
    await steps.last('the guides tell what was done, and what came back', async () => {
      const found = untrue(toldCommands(), place.terminals.ran());
      mustBe(found.length === 0, found.join('\n'));
    });
    await steps.last("the newcomer's own kubeconfig was left alone", async () => {
      mustBe(place.planted.visits() === 0, `its cluster was visited ${place.planted.visits()} times`);
      mustBe(await place.planted.isUnchanged(), 'it was changed');
    });
    const { dashboard, cluster, brokenInPage, brokenInCli } = times;
    const { count, bytes } = camera.made();
    const pictures = count === 0 ? '' : `; ${count} pictures, ${(bytes / 1e6).toFixed(1)} MB`;
    return verdictOf(
      { [`the page tells of it within ${shownWithin} s`]: brokenInPage <= shownWithin },
      `${steps.held()} of ${steps.count()} steps; dashboard after ${dashboard.toFixed(1)} s, cluster after ${cluster.toFixed(1)} s (${times.pending === undefined ? 'never seen Pending' : 'seen Pending before'}); break told in the page after ${brokenInPage.toFixed(1)} s, by the command line after ${brokenInCli.toFixed(1)} s${pictures}`,
    );
  } catch (error) {
    // How long it takes to come up is no promise of ours; quick has no time to wait for it.
    if (quick && (error instanceof Overdue || error instanceof TooLate))
      throw new CannotTell(`the machine is too busy: ${error.message}`);
    throw error;
  } finally {
    await browser.close();
    await place.leave();
  }
}

export const proof: Proof = {
  promise:
    'A newcomer gets from a clone to a cluster whose health explains itself in ten minutes, in the browser and in a terminal, by what the guide says and nothing else.',
  method:
    'docs/guides/first-ten-minutes.md and the README, done step by step in a real browser and on real terminals, with a home and engines of their own: npm run demo, the setup link, a token, login by token and by the browser, health, break cordon on an open page that is never loaded again, the approval of the uncordon that is proposed then, fix, down; every command the two tell must have been run and answered as they say; full size also makes the pictures of docs/images',
  bar: `every step holds; what was broken stands on the open page within ${shownWithin} s of typing it`,
  run,
};
