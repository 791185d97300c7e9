import { createHash } from 'node:crypto';
import { makeLog } from '@wheelhouse/kit';
import { runInRoot } from '../dev/engines/runtime/debian-root.ts';
import { place } from '../dev/engines/runtime/engine.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { versions } from '../dev/engines/versions.ts';
import { printedSetupToken } from './installation/setup-token.ts';
import { type Leak, leaksIn } from './audit/needles.ts';
import { makeCalls } from './audit/run-calls.ts';
import { sharedInstallation } from './installation/open.ts';
import type { Installation } from './installation/start.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

/** What whoever gets hold of the database's files can read. */
async function dump(installation: Installation): Promise<string> {
  const program = `/usr/lib/postgresql/${versions.postgresql}/bin/pg_dump`;
  // Without it pg_dump refuses tables behind row-level security; the owner's policy shows it every row.
  const argv = [program, '--enable-row-security', installation.database.ownerUrl];
  const { code, stdout, stderr } = await runInRoot(await place(await openHome(), 'run', 'nobody'), argv);
  if (code !== 0) throw new Error(`pg_dump ended with ${code}: ${stderr}`);
  return stdout;
}

/** Can it fail? A secret planted in a line of the log, and at the end of each place, must be found. */
function control(secrets: readonly string[], places: Readonly<Record<string, string>>): boolean {
  const [secret = ''] = secrets.filter((one) => one.startsWith('whs_'));
  const lines: string[] = [];
  const log = makeLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  // As they are, the log takes them out by itself: these are in clothes.
  log.info({ header: `Basic ${Buffer.from(`client:${secret}`).toString('base64')}` }, 'planted');
  log.info(`planted ${Buffer.from(secret).toString('hex')}`);
  log.info(`planted ${secret}`);
  const found = lines.map((line) => leaksIn('control', line, [secret]).length > 0);
  const everywhere = Object.values(places).every((text) => leaksIn('control', `${text}${secret}`, [secret]).length > 0);
  return found.join() === 'true,true,false' && everywhere;
}

/** Without rows the dump would prove nothing: of each secret that is looked up by its hash, the hash is there. */
function holdsHashes(dumped: string, secrets: readonly string[]): boolean {
  const hashes = secrets
    .filter((secret) => /^wh[psrx]_/.test(secret))
    .map((secret) => createHash('sha256').update(secret).digest('hex'));
  return hashes.some((hash) => dumped.includes(hash));
}

async function run(context: ProofContext): Promise<Verdict> {
  const { say } = context;
  const installation = await sharedInstallation(context);
  const { made } = await makeCalls(installation);
  const failed = made.filter(({ status }) => typeof status === 'string');
  await refusals(installation);
  await installation.halt();
  const secrets = installation.secrets.all();
  const setup = made.some(({ route }) => route.name === 'POST /api/v1/setup')
    ? printedSetupToken(installation)
    : undefined;
  const places = { dump: await dump(installation), log: installation.output(), spans: installation.spans() };
  for (const [name, text] of Object.entries(places)) say(`${name}: ${Math.round(text.length / 1024)} KiB`);
  const leaks = Object.entries(places).flatMap(([name, text]) =>
    // The link of the first start is printed on purpose; in the database and in spans it has no business either.
    leaksIn(name, text, name === 'log' ? secrets.filter((secret) => secret !== setup) : secrets),
  );
  for (const { context: before, ...leak } of leaks) say(`${said(leak)}, after "${before.slice(-80)}"`);
  const controlled = control(secrets, places);
  return verdictOf(
    {
      [`every call succeeds (${failed.map(({ route, status }) => `${route.name}: ${status}`).join('; ')})`]:
        failed.length === 0,
      'secrets of all kinds were seen': kindsMissing(secrets).length === 0,
      'the dump holds the rows, and log and spans hold something':
        holdsHashes(places.dump, secrets) && places.log.length > 1_000 && places.spans.length > 10_000,
      [`no secret is found in any form (${leaks.map(said).join('; ')})`]: leaks.length === 0,
      'the control finds what is planted': controlled,
    },
    `${leaks.length} of ${secrets.length} secrets found in a dump, the log at trace and the spans of ${made.length} calls, raw, base64, base64url, hex or URL-encoded; planted ones are found`,
  );
}

const said = ({ place: where, form, begins }: Omit<Leak, 'context'>) => `${begins}… in ${where}, ${form}`;

function kindsMissing(secrets: readonly string[]): readonly string[] {
  return ['whp_', 'whs_', 'whr_', 'whi_', 'whx_', 'whl_', 'whc_', 'eyJ'].filter(
    (prefix) => !secrets.some((secret) => secret.startsWith(prefix)),
  );
}

/** What is refused is told in errors and logs, which is where secrets slip out. */
async function refusals(installation: Installation): Promise<void> {
  const mistyped = installation.secrets.all().filter((secret) => /^wh[a-z]_/.test(secret));
  for (const secret of mistyped.slice(0, 12)) {
    await installation.call(undefined, 'POST', '/api/v1/links/claim', { body: { token: secret, password: 'short' } });
    await installation.call(undefined, 'POST', '/api/v1/session', {
      body: { email: 'x@example.test', password: secret },
    });
    await installation.call({ tenantId: '', token: secret }, 'GET', '/api/v1/me');
    await installation.call(undefined, 'GET', `/api/v1/no-such-route/${secret}`).catch(() => undefined);
    await installation.call(undefined, 'POST', '/oauth/token', {
      form: { grant_type: 'client_credentials', client_id: 'x', client_secret: secret, scope: secret },
    });
  }
}

export const proof: Proof = {
  promise: 'No secret we issue or are told can be read from a database dump, a log or a trace.',
  method:
    'every route that changes something is called in a real process with the log at trace and spans exported to a collector of the proof; the process is ended, and every secret that went over the wire, in this proof and in those of the same run, is looked for in pg_dump, the log and the spans',
  bar: 'found 0, raw, base64, base64url, hex or URL-encoded (the setup link, printed on purpose, apart); planted ones are found',
  run,
};
