import { judgeAll } from './dashboard/after.ts';
import { axe } from './dashboard/axe.ts';
import { hostile } from './dashboard/hostile.ts';
import { byKeys } from './dashboard/keys.ts';
import { load } from './dashboard/load.ts';
import { openStage, type Shown } from './dashboard/stage.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** More than are drawn at once; how many thousands a page can take is a matter of time: timed/dashboard. */
const nodes = 200;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const stage = await openStage(nodes);
  try {
    say('the server, its pages and a browser are up');
    const context = { ...stage, quick, say };
    const parts = [load, byKeys, axe, hostile].map(async (part) => {
      const shown = await part(context);
      say(shown.figure);
      return shown;
    });
    const shown: readonly Shown[] = [...(await Promise.all(parts)), await judgeAll(context)];
    return verdictOf(
      Object.assign({}, ...shown.map(({ claims }) => claims)),
      shown.map(({ figure }) => figure).join('; '),
    );
  } finally {
    await stage.stop();
  }
}

export const proof: Proof = {
  promise:
    'The dashboard is for everybody: clean to axe on every page, whole by keyboard alone, light to load; and it trusts no name: whatever somebody stored is shown as text, and nothing of it runs.',
  method:
    'the real build served by the real gateway, in a real browser, the parts side by side. axe on every page, filled, empty and failing, with its dialogs, in light and dark, wide and 390 px, each page known by its heading. Thirty-four flows with key presses only (a kubeconfig is pasted), from the setup link to the sign-out, the focus looked at after each press; a plan that changes between reading and approving; what is left in address, history, storage and cookie. Names that want to be markup, script, another reading direction or wider than the screen, stored wherever the API takes a name and looked at wherever they are shown. Bytes over the wire with a cold cache. Every request of all of it held against the published API. Quick: fewer pages, flows and looks',
  bar: 'axe 0; every flow; focus not to be seen 0 times; a plan nobody read is approved 0 times; names run 0, wider than the screen 0, each on the page as text; ≤ 250 kB; no unsafe-* in the policy, broken 0 times; requests to others 0, unpublished 0, refused 0; secrets left 0, in the log 0; every control found',
  run,
};
