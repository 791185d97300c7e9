/**
 * The tables that stand above tenants, each with its reason. They hold no tenant content beyond ids and
 * bytes in transit. What is not on this list is a tenant's table, and the catalogue check says so.
 */
export const tablesAboveTenants: Readonly<Record<string, string>> = {
  migrations: 'says which migrations were applied; no tenant has anything to do with it',
  outbox: 'one relay publishes for all tenants; it reads only bytes in transit',
  outbox_streams: 'how far the relay is, per event type',
  inbox: 'numbers of events a consumer has handled; ids only',
  inbox_streams: 'how far a consumer is, per event type',
  leases: 'who works on which target; ids only',
};

/** Functions that run with the owner's rights, each with its reason; their search_path is pinned. */
export const functionsAboveTenants: Readonly<Record<string, string>> = {
  prune_idempotency_keys: 'deletes answers older than a day, of all tenants, and tells nothing but their number',
};
