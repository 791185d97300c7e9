import { actionMeant } from '../actions.ts';
import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { noticing } from '../noticing.ts';
import { watchAction } from '../watch-action.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient({ fetch: noticing(out) });
  await watchAction(out, client, await actionMeant(client, given));
};
