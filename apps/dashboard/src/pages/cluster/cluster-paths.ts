import type { Paths } from '@wheelhouse/sdk';

/** What is old once a cluster was changed. */
export const clusterPaths: readonly (keyof Paths)[] = ['/platform/api/v1/clusters', '/platform/api/v1/clusters/{id}'];
