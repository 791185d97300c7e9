import { clusterAddresses, integer } from '@wheelhouse/kit';
import { thresholdSettings } from './rules/index.ts';

const ownSettings = {
  ...clusterAddresses,
  CLUSTER_MAX_OBJECTS: integer({
    about: 'how many objects of one cluster are watched at most; a larger one is Degraded',
    default: 250_000,
    minimum: 1,
    maximum: 10_000_000,
  }),
  CLUSTER_MAX_MEBIBYTES: integer({
    about: 'how much memory the watched objects of one cluster may take, in MiB; a larger one is Degraded',
    default: 64,
    minimum: 8,
    maximum: 16_384,
  }),
  TENANT_MAX_MEBIBYTES: integer({
    about:
      'how much memory the watched objects of all clusters of one tenant may take in one process, in MiB; what is beyond is Degraded',
    default: 512,
    minimum: 8,
    maximum: 65_536,
  }),
  METRICS_EVERY_SECONDS: integer({
    about: 'how often usage is read from clusters that have the metrics API',
    default: 60,
    minimum: 5,
    maximum: 3_600,
  }),
  RESOLVED_ISSUES_DAYS: integer({
    about: 'how long resolved issues are kept',
    default: 30,
    minimum: 1,
    maximum: 400,
  }),
  HEALTH_HISTORY_DAYS: integer({
    about: 'how long points of the health score are kept',
    default: 90,
    minimum: 1,
    maximum: 400,
  }),
};
export type MonitorSettings = typeof ownSettings;
/** And those of the rules, which thresholdsFrom reads. */
export const monitorSettings: MonitorSettings = { ...ownSettings, ...thresholdSettings };
