import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import {
  eventually,
  freePort,
  moduleDatabase,
  type TestDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import pg from 'pg';
import { median } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';
import { type Cost, costOf, shown, type Side, sum } from './token-endpoint/cost.ts';

const costBar = 2;
/** The baseline against itself must come out near one, or the machine was too restless to tell. */
const calm = { from: 0.9, to: 1.1 };
const perSecond = 1_000;
const seconds = 10;
const pairs = 11;
const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/auth-only-table.ts');
const plain = join(import.meta.dirname, '../baseline/refuse.ts');

async function run({ say }: TimedContext): Promise<TimedVerdict> {
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
    }, 60_000);
    return { port, pid: child.pid ?? 0, pool } satisfies Side;
  };
  try {
    const ours = await start(
      [main, 'serve', '--modules', table, '--role', 'http'],
      { ...common, CHECK_ANSWERS: 'false' },
      own,
    );
    const bare = await start([plain], {}, other);
    for (const side of [bare, ours, bare, ours]) await costOf(side, perSecond, seconds);
    const rounds: { readonly first: Cost; readonly product: Cost; readonly second: Cost }[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const first = await costOf(bare, perSecond, seconds);
      const product = await costOf(ours, perSecond, seconds);
      const second = await costOf(bare, perSecond, seconds);
      rounds.push({ first, product, second });
      say(`plain ${shown(first)}, ours ${shown(product)}, plain ${shown(second)} (µs of CPU, Node + PostgreSQL)`);
    }
    const ratio = median(rounds.map(({ first, product, second }) => (2 * sum(product)) / (sum(first) + sum(second))));
    const same = median(rounds.map(({ first, second }) => sum(second) / sum(first)));
    return timedVerdictOf(
      {},
      { [`a refusal costs at most ${costBar}×`]: ratio <= costBar },
      same < calm.from || same > calm.to ? `the plain server against itself came out at ${same.toFixed(2)}` : undefined,
      `a refusal costs ${ratio.toFixed(2)}× of a plain one (A/A ${same.toFixed(2)}; ours ${shown(rounds.at(-1)?.product ?? { node: 0, server: 0 })} µs, Node + PostgreSQL) at ${perSecond}/s`,
    );
  } finally {
    for (const pool of pools) await pool.end();
    for (const child of children) if (child.kill('SIGKILL')) await once(child, 'exit');
    await vhost.drop();
    await own.drop();
    await other.drop();
  }
}

export const proof: TimedProof = {
  promise: 'Refusing a bad client secret costs little more than looking it up.',
  method:
    "bad secrets with a right checksum on auth's own port at the same rate as on a plain Node server with one prepared SELECT, each a process and database of its own, interleaved",
  bar: `CPU of Node and PostgreSQL for a refusal ≤ ${costBar}× of the plain server, median of pairs; void unless A/A lies in ${calm.from} to ${calm.to}`,
  run,
};
