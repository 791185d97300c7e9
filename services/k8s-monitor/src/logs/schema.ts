import { closed } from '@wheelhouse/contracts';
import { logsParameters } from '@wheelhouse/pod-logs';
import { Type } from 'typebox';
import { ofCluster } from '../workload-page/schema.ts';

export const workloadLogsQuery = closed({
  ...ofCluster,
  container: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
      description:
        'Which container of each pod; unless given, the one that its pods name as the default, else the first',
    }),
  ),
  ...logsParameters,
});
