import { type Module, processSettings, readSettings, rewrapDatabase } from '@wheelhouse/kit';
import { explainDatabase } from '../doctor/explain-database.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { columns, print, printFault } from '../print.ts';

const { MIGRATE_DATABASE_URL, SECRETS_KEYS } = processSettings;

/** Seals every stored secret with the first key of SECRETS_KEYS; done once nothing is left under another. */
export async function rewrapSecrets(modules: readonly Module[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const settings = readSettings({ MIGRATE_DATABASE_URL, SECRETS_KEYS }, environment);
  const url = settings.MIGRATE_DATABASE_URL;
  if (url === undefined) {
    printFault('secrets rewrap needs MIGRATE_DATABASE_URL: for any other role the tables look empty');
    return exitCodes.configuration;
  }
  try {
    const counts = await rewrapDatabase(
      url,
      settings.SECRETS_KEYS,
      modules.flatMap(({ sealed = [] }) => sealed),
    );
    const rows = counts.map(({ column, rewrapped, left }) => [column, String(rewrapped), String(left)]);
    print(columns([['column', 're-encrypted', 'left'], ...rows]));
    for (const fault of counts.flatMap(({ faults }) => faults)) printFault(fault);
    const left = counts.reduce((sum, count) => sum + count.left, 0);
    if (left > 0)
      printFault(
        `${left} secrets are not encrypted with the first key yet. Next step: fix what is named above, then run this again`,
      );
    return left === 0 ? exitCodes.ok : exitCodes.failed;
  } catch (error) {
    const { trouble, next } = explainDatabase(error, 'MIGRATE_DATABASE_URL');
    printFault(`${trouble}\nNext step: ${next}`);
    return exitCodes.failed;
  }
}
