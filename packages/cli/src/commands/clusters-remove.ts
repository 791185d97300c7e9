import { typedTo } from '../asking.ts';
import { clusterNamed } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';

export const run: Run = async ({ args: [given = ''], options, out }) => {
  const client = await ownClient();
  const cluster = await clusterNamed(client, given);
  const name = plain(cluster.name);
  if (options['yes'] !== true) await askForName(cluster.name, name);
  await client.delete('/platform/api/v1/clusters/{id}', { params: { id: cluster.id } });
  if (out.isJson) return out.json(cluster);
  out.line(`${name} was removed, with its credentials and health history; the cluster itself keeps running`);
};

/** What cannot be taken back asks for the name, not for a yes. */
async function askForName(name: string, shown: string): Promise<void> {
  const question = `This removes the cluster ${shown}, its credentials and its health history. Type its name to continue: `;
  const typed = await typedTo(question, `${shown} is to be removed`);
  if (typed !== name) throw new Failure(exitCodes.refused, `that is not its name; ${shown} was not removed`);
}
