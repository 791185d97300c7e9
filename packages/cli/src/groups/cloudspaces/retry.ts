import type { Run } from '../../invocation.ts';
import { patienceOf } from '../../waiting.ts';
import { cloudspacePath, cloudspaces } from './cloudspace.ts';
import { settle } from './settling.ts';

export const run: Run = async (invocation) => {
  const patience = patienceOf(invocation);
  const client = await invocation.connect();
  const { id } = await cloudspaces.find(client, invocation.args);
  const { data: begun } = await client.post(`${cloudspacePath}/retry`, { params: { id } });
  await settle(invocation, client, begun, patience);
};
