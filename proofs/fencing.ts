import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exampleModule } from '@wheelhouse/example';
import { asOwner, eventually, moduleDatabase } from '@wheelhouse/testkit';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { seconds: 15 }, full: { seconds: 300 } };
const patienceMs = 120_000;
const workers = 3;

const tables = ['guarded', 'unguarded'].map(
  (
    name,
  ) => `CREATE TABLE example.${name} (n bigserial, target text NOT NULL, token bigint NOT NULL, holder text NOT NULL);
    GRANT INSERT ON example.${name} TO APP; GRANT USAGE ON SEQUENCE example.${name}_n_seq TO APP;`,
);

/** A write that took effect after a higher token had written to the same target: its holder was superseded. */
const stale = (table: string) => `
  SELECT count(*)::int AS n FROM (
    SELECT token, max(token) OVER (PARTITION BY target ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS highest FROM example.${table}
  ) AS writes WHERE token < highest`;

/** Stops a worker for longer than its leases, lets it go on, and so forth. */
async function torment(victims: readonly ChildProcess[], until: number): Promise<number> {
  let stops = 0;
  while (performance.now() < until) {
    const victim = victims[Math.floor(Math.random() * victims.length)];
    victim?.kill('SIGSTOP');
    await wait(700 + Math.random() * 700);
    victim?.kill('SIGCONT');
    stops += 1;
    await wait(Math.random() * 300);
  }
  return stops;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const { seconds } = quick ? sizes.quick : sizes.full;
  const test = await moduleDatabase([exampleModule]);
  const fixture = join(import.meta.dirname, 'fixtures/lease-worker.ts');
  const running: ChildProcess[] = [];
  try {
    await asOwner(test.ownerUrl, (client) =>
      client.query(tables.join('').replaceAll('APP', new URL(test.url).username)),
    );
    for (let index = 0; index < workers; index += 1) {
      running.push(
        spawn(process.execPath, [fixture, test.url, `worker-${index}`], { stdio: ['ignore', 'ignore', 'inherit'] }),
      );
    }
    const figures = await asOwner(test.ownerUrl, async (client) => {
      const one = async (sql: string) => Number((await client.query<{ n: number }>(sql)).rows[0]?.n);
      await eventually(async () => {
        const writing = await one('SELECT count(DISTINCT holder)::int AS n FROM example.guarded');
        if (writing < workers) throw new Error(`${writing} of ${workers} workers write`);
      }, patienceMs);
      const stops = await torment(running, performance.now() + seconds * 1000);
      for (const worker of running) worker.kill('SIGKILL');
      return {
        stops,
        writes: await one('SELECT count(*)::int AS n FROM example.guarded'),
        targets: await one('SELECT count(DISTINCT target)::int AS n FROM example.guarded'),
        stale: await one(stale('guarded')),
        control: await one(stale('unguarded')),
      };
    });
    say(
      `${figures.stops} stops; ${figures.writes} writes to ${figures.targets} targets; superseded writes that took effect: ${figures.stale}, without the guard: ${figures.control}`,
    );
    return verdictOf(
      {
        'no superseded write took effect': figures.stale === 0,
        'every target was written to': figures.targets === 50,
        'the control shows superseded writes': figures.control > 0,
      },
      `superseded writes that took effect ${figures.stale} of ${figures.writes} under ${figures.stops} stops of ${workers} workers; without the guard ${figures.control}`,
    );
  } finally {
    for (const worker of running) worker.kill('SIGKILL');
    await wait(300);
    await test.drop();
  }
}

export const proof: Proof = {
  promise:
    'One holder per target: a worker that was paused past its lease and wakes up cannot overwrite its successor.',
  method:
    '3 worker processes, 50 targets, random SIGSTOP and SIGCONT beyond the lease; writes guarded by the lease token, and the same writes without',
  bar: 'writes of a superseded holder that took effect: 0; the unguarded control shows some',
  run,
};
