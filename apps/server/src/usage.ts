export const usage = `wheelhouse [COMMAND] [options]

  serve            run the modules until SIGTERM or SIGINT (without a command, too)
  migrate status   the migrations and their state; exit 1 when any is pending or was changed
  migrate up       apply what is pending; needs MIGRATE_DATABASE_URL
  config check     every fault of the settings at once, and where each setting comes from
  doctor           ask each dependency; for each that is wrong, the next step
  secrets rewrap   seal every stored secret with the first key of SECRETS_KEYS; needs MIGRATE_DATABASE_URL
  audit verify     walk the audit trails and name the first entry that is not as it was sealed; exit 1 when there is one
  admin setup-link      a new one-time link for an installation (or, with --tenant, a tenant) that has nobody yet
  admin recover-owner   a link to a new password for an owner who lost theirs: --tenant SLUG --email ADDRESS

  --target a,b|all            the modules meant (all)
  --role all|http|worker      serve only: the part of each module that runs (all)
  --tenant SLUG               audit verify, admin: the tenant meant
  --head SEQ:HASH             audit verify only: a head kept elsewhere; finds that the end was cut off
  --email ADDRESS             admin recover-owner only: the owner meant
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
