import { authSettings, linkText, makeSetupLink, recoverOwner, tenantBySlug } from '@wheelhouse/auth/admin';
import {
  auditWriter,
  makeIds,
  makeLog,
  openDatabase,
  outbox,
  processSettings,
  readSettings,
  Refusal,
  systemClock,
} from '@wheelhouse/kit';
import { explainDatabase } from '../doctor/explain-database.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { print, printFault } from '../print.ts';
import { UsageError } from '../usage.ts';

interface AdminOptions {
  readonly tenant: string | undefined;
  readonly email: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

const { DATABASE_URL } = processSettings;

/** The link of a first start again; earlier ones end by it. */
export function printSetupLink({ tenant: slug, environment }: AdminOptions): Promise<ExitCode> {
  return withDatabase(environment, async (context) => {
    const { database } = context;
    const tenant = slug === undefined ? undefined : await database.system((db) => tenantBySlug(db, slug));
    if (slug !== undefined && tenant === undefined) {
      printFault(`there is no tenant "${slug}"`);
      return exitCodes.failed;
    }
    print(linkText(await makeSetupLink({ ...context, externalUrl: context.settings.EXTERNAL_URL }, tenant?.id)));
    return exitCodes.ok;
  });
}

export function printRecovery({ tenant: slug, email, environment }: AdminOptions): Promise<ExitCode> {
  if (slug === undefined || email === undefined)
    throw new UsageError(['admin recover-owner needs --tenant SLUG and --email ADDRESS']);
  return withDatabase(environment, async (context) => {
    const writeAudit = auditWriter(outbox('auth', context.makeId, context.clock), context.clock);
    const { url, curl, expires_at } = await recoverOwner(context, writeAudit, { slug, email });
    print(
      `A new password for ${email}, once, before ${expires_at}:\n\n  ${url}\n\nor, without a browser:\n\n  ${curl}\n`,
    );
    return exitCodes.ok;
  });
}

function contextOf(environment: NodeJS.ProcessEnv) {
  const settings = readSettings({ DATABASE_URL, ...authSettings }, environment);
  const database = openDatabase({
    url: settings.DATABASE_URL,
    connections: 1,
    applicationName: 'wheelhouse-admin',
    log: makeLog({ level: 'silent' }),
  });
  return { settings, database, clock: systemClock, makeId: makeIds(systemClock) };
}

async function withDatabase(
  environment: NodeJS.ProcessEnv,
  work: (context: ReturnType<typeof contextOf>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const context = contextOf(environment);
  try {
    return await work(context);
  } catch (error) {
    if (error instanceof Refusal) printFault(error.message);
    else {
      const { trouble, next } = explainDatabase(error, 'DATABASE_URL');
      printFault(`${trouble}\nNext step: ${next}`);
    }
    return exitCodes.failed;
  } finally {
    await context.database.end();
  }
}
