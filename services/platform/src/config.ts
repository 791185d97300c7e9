import { clusterAddresses, externalUrl, integer } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const platformSettings = {
  EXTERNAL_URL: externalUrl,
  ...clusterAddresses,
  CLUSTERS_PER_TENANT: integer({
    about: 'how many clusters a tenant may register',
    default: 100,
    minimum: 1,
    maximum: 100_000,
  }),
  CLUSTER_PENDING_SECONDS: integer({
    about: 'how long a new cluster may take to respond for the first time before it becomes Unreachable',
    default: 30,
    minimum: 5,
    maximum: 86_400,
  }),
  APPS_PER_TENANT: integer({
    about: 'how many apps a tenant may have',
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
  }),
  REVISIONS_KEPT: integer({
    about: 'how many revisions of an app are kept, the one that runs included',
    default: 50,
    minimum: 2,
    maximum: 10_000,
  }),
  DEPLOYS_AT_ONCE: integer({
    about: 'how many apps of one cluster are deployed at the same time',
    default: 10,
    minimum: 1,
    maximum: 1_000,
  }),
  REACHABLE_SECONDS: integer({
    about: 'how often each app is asked whether it is still reachable',
    default: 60,
    minimum: 5,
    maximum: 3_600,
  }),
  SWEEP_SECONDS: integer({
    about:
      'how often objects are looked for that belong to no app any more, and namespaces that belong to no CloudSpace',
    default: 600,
    minimum: 1,
    maximum: 86_400,
  }),
};
export type PlatformSettings = typeof platformSettings;
