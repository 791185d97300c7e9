/**
 * The tenant's filter of every query on a tenant table: `WHERE ${tenantFilter()} AND …`. It is the
 * first lock; row-level security is the second. The proof `tenant-isolation` opens this one and
 * runs the whole suite on the second alone.
 */
let open = false;

/** With an alias where several tables are joined. */
export function tenantFilter(alias?: string): string {
  if (open) return 'true';
  return `${alias === undefined ? '' : `${alias}.`}tenant_id = kit.tenant()`;
}

/** For that proof only. */
export function openFirstLock(): void {
  open = true;
}
