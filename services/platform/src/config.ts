import { clusterAllowedPrivateCidrs, externalUrl } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const platformSettings = {
  EXTERNAL_URL: externalUrl,
  CLUSTER_ALLOWED_PRIVATE_CIDRS: clusterAllowedPrivateCidrs,
};
export type PlatformSettings = typeof platformSettings;
