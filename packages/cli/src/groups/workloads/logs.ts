import { type Run, textOption } from '../../invocation.ts';
import { followLogs } from '../../logs/follow-logs.ts';
import { placeOf, titleOf, workloadLogsPath } from './workload.ts';

export const run: Run = (invocation) =>
  followLogs(invocation, async (client) => {
    const place = await placeOf(client, invocation);
    const { cluster, params } = place;
    const of = { cluster_id: cluster.id, container: textOption(invocation, 'container') };
    return {
      title: titleOf(place),
      open: (query, signal) => client.stream(workloadLogsPath, { params, query: { ...of, ...query }, signal }),
    };
  });
