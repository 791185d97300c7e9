/**
 * The kit's own tables above tenants, in every module's schema, each with its reason; a module names its others itself
 * (`aboveTenants`). They hold no tenant content beyond ids and bytes in transit. Any other table is a tenant's, and the
 * catalogue check says so.
 */
export const kitTablesAboveTenants: Readonly<Record<string, string>> = {
  migrations: 'says which migrations were applied; no tenant has anything to do with it',
  outbox: 'one relay publishes for all tenants; it reads only bytes in transit',
  outbox_streams: 'how far the relay is, per event type',
  inbox: 'numbers of events a consumer has handled; ids only',
  inbox_batches: 'the same, of those handled together; ids only',
  inbox_streams: 'how far a consumer is, per event type',
  held_messages:
    'messages to be tried again, or given up and not yet known whose: who sent them is unknown; bytes in transit',
  leases: 'who works on which target; ids only',
  counted_lists: 'which lists are counted, by which columns, and whether the counters were right; names and numbers',
  partitioned_tables: 'which tables are cut by time, and how long rows are kept; names only',
  deleted_tenants: 'tenants whose rows are to be deleted; ids and times only',
  suspended_tenants: 'tenants whose work waits; ids and times only',
  housekeeping: 'when each chore is due; no tenant has anything to do with it',
  processes: 'which processes live, and what they lack; no tenant has anything to do with it',
  keys: 'by which keys of SECRETS_KEYS are known again; no tenant has anything to do with it',
};

/** The job engine's own schema: one queue for all tenants, with ids and small facts in it (see JobData), never content. */
export const jobTables: Readonly<Record<string, string>> = {
  job: 'what is to be brought forward: ids of tenant and thing',
  job_common: 'where the rows of `job` lie; the engine names it in its statements',
  held: 'which worker runs which job; ids only',
  queue: 'the queues the modules declare, and how full they are',
  queue_stats: 'how full the queues were; not used by us, and not granted',
  version: 'which version the schema is',
  job_dependency: 'which job waits for which; ids only',
  schedule: "the engine's own clock; not used by us, and not granted",
  subscription: "the engine's own events; not used by us, and not granted",
  warning: "the engine's own log; not used by us, and not granted",
  bam: "the engine's own index builds; the owner's alone",
};

/** Functions that run with the owner's rights, each with its reason; their search_path is pinned. */
export const functionsAboveTenants: Readonly<Record<string, string>> = {
  prune_idempotency_keys: 'deletes answers older than a day, of all tenants, and tells nothing but their number',
  ensure_partition: 'the app role owns no table, so it cannot make one; makes those of declared tables, empty',
  drop_partition: 'a partition holds rows of all tenants; drops what the database knows to be past its keeping',
  recount: 'counters are held against rows of all tenants; tells ids, counted values and numbers, where they differ',
};
