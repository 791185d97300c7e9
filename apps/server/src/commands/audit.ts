import { type ChainReport, type KnownHead, trails, verifyChain } from '@wheelhouse/auth/audit';
import { type Database, makeLog, openDatabase, processSettings, readSettings, systemClock } from '@wheelhouse/kit';
import { explainDatabase } from '../doctor/explain-database.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { columns, print, printFault } from '../print.ts';
import { UsageError } from '../usage.ts';

const { DATABASE_URL, SECRETS_KEYS } = processSettings;

interface VerifyOptions {
  readonly tenant: string | undefined;
  readonly head: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** Walks the trails and names the first broken entry of each. As the app role: whoever verifies need not own the tables. */
export async function verifyAudit({ tenant, head, environment }: VerifyOptions): Promise<ExitCode> {
  const known = head === undefined ? undefined : headOf(head);
  if (known !== undefined && tenant === undefined)
    throw new UsageError(['--head belongs to one trail: add --tenant SLUG']);
  const settings = readSettings({ DATABASE_URL, SECRETS_KEYS }, environment);
  const database = openDatabase({
    url: settings.DATABASE_URL,
    connections: 1,
    applicationName: 'wheelhouse-audit',
    log: makeLog({ level: 'silent' }),
  });
  try {
    return await verifyTrails(database, tenant, (id) =>
      verifyChain({ database, secrets: settings.SECRETS_KEYS, now: systemClock.now() }, id, known),
    );
  } catch (error) {
    const { trouble, next } = explainDatabase(error, 'DATABASE_URL');
    printFault(`${trouble}\nNext step: ${next}`);
    return exitCodes.failed;
  } finally {
    await database.end();
  }
}

async function verifyTrails(
  database: Database,
  slug: string | undefined,
  verify: (tenantId: string) => Promise<ChainReport>,
): Promise<ExitCode> {
  const found = await trails(database, slug);
  if (found.length === 0 && slug !== undefined) {
    printFault(`there is no tenant "${slug}"`);
    return exitCodes.failed;
  }
  const rows = [['tenant', 'entries', 'verdict', 'head']];
  const faults: string[] = [];
  for (const { id, slug: name } of found) {
    const { entries, oldest, head, fault } = await verify(id);
    rows.push([name, String(entries), verdictOf(oldest, fault), head === undefined ? '' : `${head.seq}:${head.hash}`]);
    if (fault !== undefined)
      faults.push(
        `${name}: entry ${fault.seq}${fault.id === null ? '' : ` (${fault.id})`} ${fault.says} [${fault.kind}]`,
      );
  }
  print(columns(rows));
  for (const fault of faults) printFault(fault);
  return faults.length === 0 ? exitCodes.ok : exitCodes.failed;
}

function verdictOf(oldest: ChainReport['oldest'], fault: ChainReport['fault']): string {
  if (fault !== undefined) return `broken at ${fault.seq}`;
  if (oldest === undefined || oldest.seq === 1) return 'whole';
  return `intact from ${oldest.seq} on, after ${oldest.previousHash}; older entries are past their retention`;
}

function headOf(given: string): KnownHead {
  const [, seq, hash] = /^([1-9]\d{0,15}):([\w-]{1,16}\.[\w-]{43})$/.exec(given) ?? [];
  if (seq === undefined || hash === undefined)
    throw new UsageError(['--head must be SEQ:HASH, as shown in the log, an export or GET /audit/head']);
  return { seq: Number(seq), hash };
}
