import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../failure.ts';
import { allClusters, clusterNamed } from '../groups/clusters/cluster.ts';
import { type ClusterHealth, healthOf, healthOfEach } from '../health.ts';
import type { Run } from '../invocation.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain.ts';
import { healthLines } from '../output/tell-health.ts';
import { watchHealth } from '../watch-health.ts';

export const run: Run = async (invocation) => {
  const { args, options, out } = invocation;
  const [name] = args;
  if (options['watch'] === true) return watchHealth(invocation);
  const client = await invocation.connect();
  if (out.isJson) return out.json(await asTheApiTells(client, name));
  for (const line of healthLines(out, await healthNow(out, client, name))) out.line(line);
};

async function asTheApiTells(client: Client, name: string | undefined): Promise<unknown> {
  const query = name === undefined ? {} : { cluster_id: (await clusterNamed(client, name)).id };
  return (await client.get('/k8s-monitor/api/health', { query })).data;
}

async function healthNow(out: Output, client: Client, name: string | undefined): Promise<readonly ClusterHealth[]> {
  const clusters = name === undefined ? await allClusters(client) : [await clusterNamed(client, name)];
  const [only, ...others] = clusters;
  if (only === undefined) throw new Failure('error', 'no cluster is registered', 'wheelhouse clusters connect');
  if (others.length > 0) return healthOfEach(client, clusters);
  const [first] = await healthOfEach(client, [only]);
  if (first?.health !== undefined) return [first];
  // It is new, most likely: whoever asks for it alone is served with patience.
  out.note(`${plain(only.name)} is ${only.phase}; waiting for its first observation`);
  return [{ cluster: only, health: await healthOf(client, only.id) }];
}
