import { type KnownClusters, refuse } from '@wheelhouse/kit';

/** Refuses a cluster that the tenant does not have. */
export async function mustBeCluster(clusters: KnownClusters, tenantId: string, clusterId: string): Promise<void> {
  if (await known(clusters.isOf(tenantId, clusterId.toLowerCase()))) return;
  refuse('validation_failed', {
    message: 'There is no such cluster.',
    details: [{ field: 'cluster_id', code: 'unknown', message: 'is not the id of a cluster' }],
  });
}

/** What platform knows; while it does not answer, nobody can say. */
async function known<T>(asked: Promise<T>): Promise<T> {
  return asked.catch(() =>
    refuse('unavailable', {
      message:
        'The list of clusters cannot be read right now because platform is unavailable. Next step: try again in a moment.',
      headers: { 'retry-after': '2' },
    }),
  );
}
