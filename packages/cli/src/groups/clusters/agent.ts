import { type Client, isApiError } from '@wheelhouse/sdk';
import type { Cluster } from './cluster.ts';

/** Said before anything is applied. */
export const agentIsLeftOut =
  "The action agent works on this installation's database and message broker, and has to reach them from inside the cluster. This installation offers no way in for an agent in another cluster yet, so nothing of it is applied.";

/** Whether actions can be carried out on the cluster, in one sentence. */
export async function actionsSentence(client: Client, { id }: Cluster): Promise<string> {
  const worker = await workerOf(client, id);
  if (worker?.ready === true) return 'Actions are on for this cluster: its action agent is there.';
  const trouble = worker?.trouble ?? null;
  if (trouble !== null) return `Actions are off for this cluster, because its action agent reports: ${trouble}.`;
  return 'Actions are off for this cluster, because no action agent is running for it.';
}

/** An installation may run without the agent's module. */
async function workerOf(client: Client, id: string) {
  try {
    for await (const one of client.list('/agents/action/api/v1/clusters', { query: { limit: 200 } }))
      if (one.cluster_id === id) return one;
  } catch (error) {
    if (!isApiError(error, 'not_found', 'unavailable')) throw error;
  }
  return undefined;
}
