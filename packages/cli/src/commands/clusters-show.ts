import { clusterNamed, tellCluster } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';

export const run: Run = async ({ args: [name = ''], out }) => {
  const cluster = await clusterNamed(await ownClient(), name);
  if (out.isJson) return out.json(cluster);
  tellCluster(out, cluster);
};
