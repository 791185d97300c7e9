export const usage = `wheelhouse [COMMAND] [options]

  serve            run the modules until SIGTERM or SIGINT (without a command, too)
  migrate status   the migrations and their state; exit 1 when any is pending or was changed
  migrate up       apply what is pending; needs MIGRATE_DATABASE_URL
  config check     every fault of the settings at once, and where each setting comes from
  doctor           ask each dependency; for each that is wrong, the next step
  secrets rewrap   seal every stored secret with the first key of SECRETS_KEYS; needs MIGRATE_DATABASE_URL

  --target a,b|all            the modules meant (all)
  --role all|http|worker      serve only: the part of each module that runs (all)
  --modules FILE              for tests and proofs: another table of modules
  --help, --version

exit codes: 0 ok; 1 failed, or something is wrong or pending; 2 wrong usage; 78 wrong settings`;

/** The command line asks for what there is not; told with what there is. */
export class UsageError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
