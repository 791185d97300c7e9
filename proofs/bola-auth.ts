import { bar, method, proveModules } from './bola/prove.ts';
import type { Proof } from './runner/proof.ts';

export const proof: Proof = {
  promise:
    "Nobody reaches another's users, roles, tokens, accounts or trail: through the gateway they are answered as if they had never existed.",
  method: `of auth, ${method}`,
  bar,
  run: (context) => proveModules(context, (module) => module === 'auth'),
};
