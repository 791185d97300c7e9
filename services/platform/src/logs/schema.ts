import { closed } from '@wheelhouse/contracts';
import { logsParameters } from '@wheelhouse/pod-logs';

export const logsQuery = closed(logsParameters);
