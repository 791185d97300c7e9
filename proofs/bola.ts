import { bar, method, proveModules } from './bola/prove.ts';
import type { Proof } from './runner/proof.ts';

export const proof: Proof = {
  promise:
    "Nobody reaches what is another's: through the gateway it is answered as if it had never existed, whatever the call.",
  method: `of every module but auth (which is judged by bola-auth), ${method}`,
  bar,
  run: (context) => proveModules(context, (module) => module !== 'auth'),
};
