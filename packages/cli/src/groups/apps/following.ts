import type { Client } from '@wheelhouse/sdk';
import { type Patience, patiently } from '../../waiting.ts';
import { type Deployment, deploymentPath } from './app.ts';
import type { Telling } from './follow-phases.ts';

interface Followed {
  readonly id: string;
  readonly revision: number;
}

/** To its end, or until the patience of whoever waits is over; answers it as it was seen last. */
export async function follow(
  client: Client,
  { id, revision }: Followed,
  patience: Patience,
  telling: Telling,
): Promise<Deployment> {
  const params = { id, revision };
  let deployment = await readDeployment(client, params);
  if (!patience.waits) return deployment;
  await patiently(patience, async (signal) => {
    for await (const { event } of client.stream(`${deploymentPath}/stream`, { params, signal })) {
      deployment = await readDeployment(client, params, signal);
      telling.tell(deployment);
      if (event === 'ended') break;
    }
  }).finally(telling.end);
  return deployment;
}

export async function readDeployment(client: Client, params: Followed, signal?: AbortSignal): Promise<Deployment> {
  return (await client.get(deploymentPath, { params, ...(signal === undefined ? {} : { signal }) })).data;
}
