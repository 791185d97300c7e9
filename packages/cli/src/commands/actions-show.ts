import { actionMeant } from '../actions.ts';
import { clusterNames } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { actionLines } from '../output/tell-action.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient();
  const action = await actionMeant(client, given);
  if (out.isJson) return out.json(action);
  const names = await clusterNames(client);
  for (const line of actionLines(out, action, names(action.cluster_id))) out.line(line);
};
