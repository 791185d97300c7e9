import { type KnownClusters, type Reach, refuse } from '@wheelhouse/kit';

/** The cluster a caller means: the one they name, or the only one they have. */
export async function chosenCluster(
  clusters: KnownClusters,
  reach: Reach,
  tenantId: string,
  named: string | undefined,
): Promise<string> {
  const id = named?.toLowerCase();
  if (id === undefined) return onlyCluster(clusters, reach, tenantId);
  reach.mustReachCluster(id);
  return (await known(clusters.isOf(tenantId, id))) ? id : refuse('not_found');
}

/** The cluster that is named, which must be there and in reach; or all that are in reach, undefined being the tenant's. */
export async function namedOrAll(
  clusters: KnownClusters,
  reach: Reach,
  tenantId: string,
  named: string | undefined,
): Promise<readonly string[] | undefined> {
  const seen = reach.clusterOrAll(named);
  if (named === undefined || (await known(clusters.isOf(tenantId, named.toLowerCase())))) return seen;
  return refuse('not_found');
}

/** Asked anew: where a second cluster was registered a moment ago, nobody may guess. */
async function onlyCluster(clusters: KnownClusters, reach: Reach, tenantId: string): Promise<string> {
  const ids = reach.clusters(await known(clusters.ofTenantNow(tenantId))) ?? [];
  const [only, ...others] = ids;
  if (only === undefined)
    refuse('not_found', {
      message: 'There is no cluster you can act on. Next step: register one with POST /platform/api/v1/clusters.',
    });
  if (others.length > 0) {
    const message = `is required because there are several clusters: ${ids.join(', ')}`;
    refuse('validation_failed', {
      message: `cluster_id ${message}.`,
      details: [{ field: 'cluster_id', code: 'required', message }],
    });
  }
  return only;
}

/** What platform knows; while it does not answer, nobody can say. */
export async function known<T>(asked: Promise<T>): Promise<T> {
  return asked.catch(() =>
    refuse('unavailable', {
      message:
        'The list of clusters cannot be read right now because platform is unavailable. Next step: try again in a moment.',
      headers: { 'retry-after': '2' },
    }),
  );
}
