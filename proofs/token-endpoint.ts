import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import {
  call,
  caller,
  eventually,
  freePort,
  moduleDatabase,
  type TestDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import pg from 'pg';
import { tenantsIn } from '../services/auth/test/start.ts';
import { median } from './runner/figures.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { type Client, type Clients, faultsOf, tokenCases } from './token-endpoint/cases.ts';
import { type Cost, costOf, shown, type Side, sum } from './token-endpoint/cost.ts';

const costBar = 2;
/** The baseline against itself must come out near one, or the machine was too restless to tell. */
const restless = { low: 0.9, high: 1.1 };
const perSecond = 1_000;
const sizes = { quick: { seconds: 1, rounds: 5 }, full: { seconds: 10, rounds: 11 } };
const main = join(import.meta.dirname, '../apps/server/src/main.ts');
const table = join(import.meta.dirname, 'fixtures/auth-only-table.ts');
const plain = join(import.meta.dirname, 'baseline/refuse.ts');

/** An account that is good, one whose secret was revoked, one that is suspended. */
async function makeClients(base: string, database: TestDatabase): Promise<Clients> {
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: database.url, connections: 2, applicationName: 'proof', log });
  const { id: tenant } = await tenantsIn(db, systemClock)();
  await db.end();
  const admin = await caller({ tenant });
  const accounts = '/api/v1/service-accounts';
  const post = (path: string, body?: object) => call(base, admin, 'POST', path, body === undefined ? {} : { body });
  const client = async (name: string): Promise<Client & { readonly id: string }> => {
    const { body } = await post(accounts, { name, scopes: ['read', 'deploy'] });
    return (await post(`${accounts}/${body.id}/secrets`, {})).body;
  };
  const [good, revoked, suspended] = [await client('good'), await client('revoked'), await client('suspended')];
  await call(base, admin, 'DELETE', `${accounts}/${revoked.client_id}/secrets/${revoked.id}`, {});
  await post(`${accounts}/${suspended.client_id}/suspend`);
  return { good, revoked, suspended };
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const [own, other] = [await moduleDatabase([authModule]), await moduleDatabase([authModule])];
  const vhost = await testVhost();
  const common = await testEnvironment([authModule], own, vhost);
  const children: ChildProcess[] = [];
  const pools: pg.Pool[] = [];
  const start = async (words: readonly string[], env: Readonly<Record<string, string>>, database: TestDatabase) => {
    const port = await freePort();
    const child = spawn(process.execPath, words, {
      env: { ...env, DATABASE_URL: database.url, PORT: String(port), AUTH_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pools.push(pool);
    // The plain one refuses whatever it is asked.
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (status !== 200 && status !== 401) throw new Error(`${words[0]} is not ready`);
    }, 20_000);
    return { port, pid: child.pid ?? 0, pool } satisfies Side;
  };
  try {
    const ours = await start(
      [main, 'serve', '--modules', table, '--role', 'http'],
      { ...common, CHECK_ANSWERS: 'false' },
      own,
    );
    const bare = await start([plain], {}, other);
    const base = `http://127.0.0.1:${ours.port}`;
    const cases = tokenCases(await makeClients(base, own));
    const faults = (await Promise.all(cases.map((one) => faultsOf(base, one)))).flat();
    for (const fault of faults) say(`not as the RFC says: ${fault}`);
    say(`${cases.length} requests of RFC 6749, ${faults.length} faults`);

    for (const side of [bare, ours, bare, ours]) await costOf(side, perSecond, size.seconds);
    const rounds: { readonly first: Cost; readonly product: Cost; readonly second: Cost }[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      const first = await costOf(bare, perSecond, size.seconds);
      const product = await costOf(ours, perSecond, size.seconds);
      const second = await costOf(bare, perSecond, size.seconds);
      rounds.push({ first, product, second });
      say(`plain ${shown(first)}, ours ${shown(product)}, plain ${shown(second)} (µs of CPU, Node + PostgreSQL)`);
    }
    const ratio = median(rounds.map(({ first, product, second }) => (2 * sum(product)) / (sum(first) + sum(second))));
    const noise = median(rounds.map(({ first, second }) => sum(second) / sum(first)));
    const figure = `${cases.length} requests, ${faults.length} faults; a refusal costs ${ratio.toFixed(2)}× of a plain one (A/A ${noise.toFixed(2)}; ours ${shown(rounds.at(-1)?.product ?? { node: 0, server: 0 })} µs, Node + PostgreSQL) at ${perSecond}/s`;
    const verdict = verdictOf(
      {
        'every answer is as RFC 6749 section 5 says': faults.length === 0,
        'at least 25 requests were tried': cases.length >= 25,
        [`a refusal costs at most ${costBar}×`]: ratio <= costBar,
      },
      figure,
    );
    return noise < restless.low || noise > restless.high ? { outcome: 'void', figure } : verdict;
  } finally {
    for (const pool of pools) await pool.end();
    for (const child of children) if (child.kill('SIGKILL')) await once(child, 'exit');
    await vhost.drop();
    await own.drop();
    await other.drop();
  }
}

export const proof: Proof = {
  promise:
    'The token endpoint answers as RFC 6749 says, and refusing a bad secret costs little more than looking it up.',
  method:
    "requests of RFC 6749 section 5 with status, headers and code; then bad secrets with a right checksum on auth's own port at the same rate as on a plain Node server with one prepared SELECT, each a process and database of its own, interleaved",
  bar: `every answer right; CPU of Node and PostgreSQL for a refusal ≤ ${costBar}× of the plain server, median of pairs`,
  run,
};
