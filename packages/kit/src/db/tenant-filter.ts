/**
 * The tenant's filter of every query on a tenant table: `WHERE ${tenantFilter()} AND …`. It is the
 * first lock; row-level security is the second. The proof `tenant-isolation` opens this one and
 * runs the whole suite on the second alone.
 */
let filter = 'tenant_id = kit.tenant()';

export function tenantFilter(): string {
  return filter;
}

/** For that proof only. */
export function openFirstLock(): void {
  filter = 'true';
}
