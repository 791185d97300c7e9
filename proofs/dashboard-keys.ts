import { proveParts } from './dashboard/prove-parts.ts';
import type { Proof } from './runner/proof.ts';

export const proof: Proof = {
  promise: 'Whatever the dashboard does can be done by keyboard alone, with the focus always to be seen.',
  method:
    'the real build served by the real gateway, in a real browser: twenty-two flows (quick: eighteen of them), from the setup link by the second factor, tokens, a cluster, actions on it (approved, canceled, approved by its proposer in an emergency, rejected; once the cluster has no worker), its nodes, webhooks (created, tested, given another secret, deleted), users and service accounts to the sign-out, with key presses only (a kubeconfig is pasted), the focus looked at after each; what is left in address, history, storage and cookie after each flow',
  bar: 'every flow; focus not to be seen 0 times; secrets left 0, in the log 0; hidden focus and planted secrets are found; requests to others 0, unpublished 0, refused 0',
  run: (context) => proveParts(context, [['keys']]),
};
