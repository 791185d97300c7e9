import type { NeedSource } from './need.ts';
import { actionSource } from './sources/actions.ts';
import { appSource } from './sources/apps.ts';
import { cloudspaceSource } from './sources/cloudspaces.ts';
import { clusterSource } from './sources/clusters.ts';
import { credentialSource } from './sources/credentials.ts';
import { failedDeploymentSource } from './sources/failed-deployments.ts';
import { incidentSource } from './sources/incidents.ts';
import { issueSource } from './sources/issues.ts';
import { killSwitchSource } from './sources/kill-switch.ts';
import { pausedRuleSource } from './sources/paused-rules.ts';
import { recommendationSource } from './sources/recommendations.ts';
import { webhookSource } from './sources/webhooks.ts';

/** Everything that can need a person, in the order shown. An area adds its source here, and counts with it everywhere. */
export const needSources: readonly NeedSource[] = [
  killSwitchSource,
  incidentSource,
  actionSource,
  clusterSource,
  failedDeploymentSource,
  cloudspaceSource,
  appSource,
  webhookSource,
  pausedRuleSource,
  issueSource,
  credentialSource,
  recommendationSource,
];
