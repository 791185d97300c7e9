import { proveParts } from './dashboard/prove-parts.ts';
import type { Proof } from './runner/proof.ts';

export const proof: Proof = {
  promise: 'The dashboard trusts no name: whatever somebody stored is shown as text, and nothing of it runs.',
  method:
    'the real build served by the real gateway, in a real browser: names that want to be markup, script, another reading direction, or wider than the screen, stored by the API everywhere it takes a name (and as decisions, plans and failures of actions, which programs and clusters write), and looked at wherever they are shown; every request held against the published API. Quick: fewer names',
  bar: 'run 0; wider than a screen of 390 px 0; each is on the page as text; policy without unsafe-*, broken 0 times; requests to others 0; what a name could do is found when planted',
  run: (context) => proveParts(context, [['hostile']]),
};
