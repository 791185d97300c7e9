import { type Reach, refuse, type TenantDb } from '@wheelhouse/kit';
import { selectWatchedIds } from './store.ts';

/** The cluster a caller means: the one they name, or the only one within their reach. */
export async function chosenCluster(db: TenantDb, reach: Reach, named: string | undefined): Promise<string> {
  const all = await selectWatchedIds(db);
  if (named !== undefined) {
    const id = named.toLowerCase();
    reach.mustReachCluster(id);
    return all.includes(id) ? id : refuse('not_found');
  }
  const ids = reach.clusters(all) ?? all;
  const [only, ...others] = ids;
  if (only === undefined) refuse('not_found');
  if (others.length > 0) {
    const message = `is required because there are several clusters: ${ids.join(', ')}`;
    refuse('validation_failed', {
      message: `cluster_id ${message}.`,
      details: [{ field: 'cluster_id', code: 'required', message }],
    });
  }
  return only;
}
