import type { Run } from '../../invocation.ts';
import { tellWorkload } from './tell-workload.ts';
import { placeOf, workloadPath } from './workload.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const { cluster, params } = await placeOf(client, invocation);
  const { data: page } = await client.get(workloadPath, { params, query: { cluster_id: cluster.id } });
  if (out.isJson) return out.json(page);
  for (const line of tellWorkload(out, page, cluster.name)) out.line(line);
};
