import { clusterAllowedPrivateCidrs, integer } from '@wheelhouse/kit';
import { thresholdSettings } from './rules/index.ts';

const ownSettings = {
  CLUSTER_ALLOWED_PRIVATE_CIDRS: clusterAllowedPrivateCidrs,
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
