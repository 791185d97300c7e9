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
};
export type PlatformSettings = typeof platformSettings;
