import { join } from 'node:path';
import { asOwner } from '@wheelhouse/testkit';
import { tryRun } from '../dev/engines/runtime/shell.ts';
import { entriesLeft, faultOf, makeCalls } from './audit/run-calls.ts';
import { inOwnersTransaction, makeTrail, type Trail, tamperingOf, verify } from './audit/tamper.ts';
import { sharedInstallation } from './installation/open.ts';
import type { Installation } from './installation/start.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { entries: 2_000, rounds: 63 }, full: { entries: 20_000, rounds: 600 } };
const tenants = 3;

interface Found {
  tampered: number;
  named: number;
  /** Cut ends that only a head kept elsewhere tells of: seen without it, and with it. */
  hidden: number;
  seenWithout: number;
}

/** Each tampering in a transaction of its own, which is taken back: every one meets whole trails. */
async function tamper(
  installation: Installation,
  trails: readonly Trail[],
  rounds: number,
  say: (text: string) => void,
) {
  const found: Found = { tampered: 0, named: 0, hidden: 0, seenWithout: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const trail = trails[round % trails.length];
    if (trail === undefined) break;
    const { name, first, sql, hidden } = tamperingOf(trail, round);
    const [without, withHead] = await inOwnersTransaction(installation, sql, async (database) => [
      (await verify(database, installation, trail.tenantId)).fault,
      hidden ? (await verify(database, installation, trail.tenantId, trail.head)).fault : undefined,
    ]);
    const fault = hidden ? withHead : without;
    found.tampered += 1;
    if (hidden) found.hidden += 1;
    if (hidden && without !== undefined) found.seenWithout += 1;
    if (fault?.seq === first) found.named += 1;
    else say(`${name} at ${first}: ${fault === undefined ? 'not found' : `named ${fault.seq} (${fault.kind})`}`);
  }
  return found;
}

/** The command itself, on a whole trail under its head and on one that was edited for good. */
async function command(
  installation: Installation,
  [whole, edited]: readonly Trail[],
  say: (text: string) => void,
): Promise<boolean> {
  if (whole === undefined || edited === undefined) return false;
  const main = join(import.meta.dirname, '../packages/cli/src/main.ts');
  const audit = (...args: readonly string[]) =>
    tryRun(process.execPath, [main, 'audit', 'verify', ...args], { env: { ...installation.environment } });
  const at = Math.floor(edited.length / 2);
  await asOwner(installation.database.ownerUrl, (client) =>
    client.query(`UPDATE auth.audit_entries SET action = 'x' WHERE tenant_id = $1 AND seq = $2`, [edited.tenantId, at]),
  );
  const [good, bad] = await Promise.all([
    audit('--tenant', whole.slug, '--head', `${whole.head.seq}:${whole.head.hash}`),
    audit('--tenant', edited.slug),
  ]);
  say(good.stdout.trimEnd());
  say(bad.stderr.trimEnd());
  return good.code === 0 && bad.code === 1 && bad.stderr.includes(`${edited.slug}: entry ${at} `);
}

/** The test that writes itself: every route that changes something is called, and leaves one entry. */
async function callEverything(installation: Installation, say: (text: string) => void) {
  const { made, missing, stale } = await makeCalls(installation);
  const left = await entriesLeft(installation, made);
  const faults = made.flatMap((call) => faultOf(call, left.get(call.requestId) ?? []) ?? []);
  for (const { route } of made) if ('none' in route.audit) say(`leaves none: ${route.name} (${route.audit.none})`);
  for (const fault of faults) say(fault);
  for (const name of missing) say(`no call of ${name}`);
  for (const name of stale) say(`no route for the call ${name}`);
  const trailed = made.filter(({ action }) => action !== undefined).length;
  return { called: made.length, trailed, faults, missing, stale };
}

async function run(context: ProofContext): Promise<Verdict> {
  const { quick, say } = context;
  const { entries, rounds } = quick ? sizes.quick : sizes.full;
  const installation = await sharedInstallation(context);
  const { called, trailed, faults, missing, stale } = await callEverything(installation, say);
  say(`${called} routes called, ${trailed} of them with an entry`);
  const trails: Trail[] = [];
  for (let index = 0; index < tenants; index += 1)
    trails.push(await makeTrail(installation, Math.ceil(entries / tenants)));
  say(`${entries} entries sealed in ${tenants} trails, all whole`);
  const { tampered, named, hidden, seenWithout } = await tamper(installation, trails, rounds, say);
  say(`${named} of ${tampered} tamperings found and named at their first entry`);
  const whole = await Promise.all(
    trails.map(({ tenantId, head }) => verify(installation.db, installation, tenantId, head)),
  );
  const commanded = await command(installation, trails, say);
  return verdictOf(
    {
      'every tampering is found and named': named === tampered,
      'a cut end with its head set back is seen only by a head kept elsewhere': hidden > 0 && seenWithout === 0,
      'trails that nobody touched are whole': whole.every(({ fault }) => fault === undefined),
      'wheelhouse audit verify says the same': commanded,
      [`every route that changes something has a call (missing: ${missing.join(', ')})`]: missing.length === 0,
      [`every call is of a route that there is (${stale.join(', ')})`]: stale.length === 0,
      [`every call leaves one entry of its action, and those that say so none (${faults.join('; ')})`]:
        faults.length === 0,
    },
    `${named} of ${tampered} tamperings in ${entries} entries of ${tenants} tenants named at their first entry; ${trailed} routes called, each left one entry; ${called - trailed} that say why left none`,
  );
}

export const proof: Proof = {
  promise:
    'The audit trail cannot be changed unnoticed, and nothing is changed without it: every change leaves exactly one entry.',
  method:
    'in a running installation with every module, the owner of the tables edits, removes, reorders, inserts and cuts entries at random places of sealed trails, and the verifier must name the first broken one; every registered route with a word for the trail is called, and the trail read',
  bar: 'every tampering named at its first entry; untouched trails whole; every route that changes something called and one entry left',
  run,
};
