export const usage = `wheelhouse [COMMAND] [options]

  serve            run the modules until SIGTERM or SIGINT (the default)
  migrate status   list migrations and their state; exit 1 if any is pending or was changed
  migrate up       apply pending migrations; needs MIGRATE_DATABASE_URL
  config check     report all invalid settings at once, and where each setting comes from
  doctor           check each dependency; for each problem, show the next step
  secrets rewrap   re-encrypt every stored secret with the first key of SECRETS_KEYS; needs MIGRATE_DATABASE_URL
  audit verify     check the audit trails and name the first entry that was altered; exit 1 if there is one
  admin setup-link      create a one-time link for an installation (or, with --tenant, a tenant) without users
  admin recover-owner   create a link for an owner to set a new password: --tenant SLUG --email ADDRESS

  --target a,b:ROLE|all       the modules to run (all), some with a role of their own: all,action-agent:http
  --role all|http|worker      serve only: the part of each module that runs (all)
  --tenant SLUG               audit verify, admin: the tenant
  --head SEQ:HASH             audit verify only: a head kept elsewhere; detects a truncated trail
  --email ADDRESS             admin recover-owner only: the owner
  --modules FILE              for tests and proofs: another table of modules
  --help, --version

exit codes: 0 ok; 1 failed, or something is wrong or pending; 2 incorrect usage; 78 invalid settings`;

/** The command line asks for what there is not; told with what there is. */
export class UsageError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
