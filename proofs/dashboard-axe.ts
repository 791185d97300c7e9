import { proveParts } from './dashboard/prove-parts.ts';
import type { Proof } from './runner/proof.ts';

export const proof: Proof = {
  promise: 'Every page of the dashboard can be used by everybody: axe finds nothing on any of them.',
  method:
    'the real build served by the real gateway, in a real browser: axe on every page, filled, empty and failing, with its dialogs, in light and dark, wide and 390 px; a picture without words, a button without a name and grey on grey are planted. Quick: fourteen pages, each in one of the four looks after the other',
  bar: 'axe 0; what is planted is found; requests to others 0, unpublished 0, refused 0; CSP broken 0 times',
  run: (context) => proveParts(context, [['axe']]),
};
