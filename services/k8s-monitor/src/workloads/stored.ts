import type { TenantDb } from '@wheelhouse/kit';
import { selectWorkload, type StoredWorkload } from './store.ts';

export type { StoredWorkload } from './store.ts';

/** As it was last known; undefined: it is not watched, or not there. */
export function storedWorkload(
  db: TenantDb,
  clusterId: string,
  place: { readonly kind: string; readonly namespace: string; readonly name: string },
): Promise<StoredWorkload | undefined> {
  return selectWorkload(db, clusterId, place);
}
