import { exampleModule } from '@wheelhouse/example';
import { catalogueFaults, type Module, modulesOf, openFirstLock, tablesAboveTenants } from '@wheelhouse/kit';
import { asOwner, type Caller, caller, moduleDatabase, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { modules } from '../apps/server/src/modules.ts';
import { tryRun } from '../dev/engines/runtime/shell.ts';
import { inParallel } from '../dev/engines/clusters/fleet.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = { quick: { tenants: 100, requests: 3_000 }, full: { tenants: 100, requests: 100_000 } };

/** What of the suite fits into a minute. */
const quickSuite = [
  'services/example',
  'services/auth/test/roles',
  'services/auth/test/users',
  'services/auth/test/tokens',
];

/** The whole API suite with the query's own filter gone: row-level security stands alone, and must be enough. */
async function suiteWithoutFilter(quick: boolean, say: (text: string) => void): Promise<boolean> {
  const files = quick ? quickSuite : ['services'];
  const result = await tryRun('npx', ['vitest', 'run', ...files, '--reporter=dot'], {
    env: { ...process.env, TENANT_FILTER: 'open' },
  });
  say(`the API suite (${files.join(', ')}) without the tenant filter: exit ${result.code}`);
  if (result.code !== 0) say(result.stdout.split('\n').slice(-40).join('\n'));
  return result.code === 0;
}

interface Tally {
  foreign: number;
  answered: number;
  aborted: number;
  listed: number;
}

/** Many tenants over two connections, some callers hanging up in the middle; every row must be the caller's own. */
async function storm(house: TestProcess, callers: readonly Caller[], requests: number): Promise<Tally> {
  const tally: Tally = { foreign: 0, answered: 0, aborted: 0, listed: 0 };
  const base = `http://127.0.0.1:${house.environment['EXAMPLE_PORT']}/api/v1/notes`;
  await inParallel([...Array(requests).keys()], 20, async (index) => {
    const who = callers[Math.floor(Math.random() * callers.length)];
    if (who === undefined) return;
    const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' };
    const signal = Math.random() < 0.1 ? AbortSignal.timeout(1 + Math.floor(Math.random() * 4)) : null;
    const write = index % 3 === 0;
    try {
      // One in ten writes is refused by the schema after its transaction could have begun.
      const body = JSON.stringify({ title: who.tenantId, body: 'text', ...(index % 30 === 0 ? { extra: 1 } : {}) });
      const answer = await fetch(write ? base : `${base}?limit=20`, {
        method: write ? 'POST' : 'GET',
        headers,
        signal,
        ...(write ? { body } : {}),
      });
      const said = (await answer.json()) as { data?: { title: string }[] };
      tally.answered += 1;
      for (const { title } of said.data ?? []) {
        tally.listed += 1;
        if (title !== who.tenantId) tally.foreign += 1;
      }
    } catch {
      tally.aborted += 1;
    }
  });
  return tally;
}

/** Of every table of every module that ships. */
async function faultsOf(all: readonly Module[]): Promise<readonly string[]> {
  const database = await moduleDatabase(all);
  try {
    return await asOwner(database.ownerUrl, (client) =>
      catalogueFaults(
        { query: async (sql, values) => (await client.query(sql, values && [...values])).rows },
        all,
        new URL(database.url).username,
      ),
    );
  } finally {
    await database.drop();
  }
}

/** Can it fail? With both locks open a foreign row must be seen, or the count above proves nothing. */
async function control(house: TestProcess, callers: readonly Caller[]): Promise<number> {
  openFirstLock();
  await asOwner(house.database.ownerUrl, (client) =>
    client.query('ALTER TABLE example.notes DISABLE ROW LEVEL SECURITY'),
  );
  const { foreign } = await storm(house, callers, 60);
  await asOwner(house.database.ownerUrl, (client) =>
    client.query('ALTER TABLE example.notes ENABLE ROW LEVEL SECURITY'),
  );
  return foreign;
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const suite = await suiteWithoutFilter(quick, say);
  const house = await startTestProcess([exampleModule], {
    environment: { DATABASE_CONNECTIONS: '2', CHECK_ANSWERS: 'false' },
  });
  try {
    const callers = await Promise.all(Array.from({ length: size.tenants }, () => caller()));
    const tally = await storm(house, callers, size.requests);
    say(
      `${tally.answered} answered, ${tally.aborted} hung up, ${tally.listed} rows listed, ${tally.foreign} of them foreign`,
    );
    const faults = await faultsOf([...modulesOf(modules), exampleModule]);
    for (const fault of faults) say(fault);
    for (const [table, reason] of Object.entries(tablesAboveTenants(modulesOf(modules))))
      say(`above tenants: ${table} (${reason})`);
    const seen = await control(house, callers);
    say(`control, both locks open: ${seen} foreign rows`);
    return verdictOf(
      {
        'the suite passes on row-level security alone': suite,
        'no foreign row was seen': tally.foreign === 0,
        'rows were seen, and callers hung up': tally.listed > size.requests && tally.aborted > 0,
        'the catalogue lets no tenants meet': faults.length === 0,
        'the control sees foreign rows': seen > 0,
      },
      `foreign rows ${tally.foreign} of ${tally.listed} in ${size.requests} requests of ${size.tenants} tenants over 2 connections (${tally.aborted} hung up); suite without the filter: ${suite ? 'passes' : 'fails'}; catalogue faults ${faults.length}; control ${seen}`,
    );
  } finally {
    await house.stop();
  }
}

export const proof: Proof = {
  promise:
    'Tenants never meet: not when a query forgets its filter, not under load and broken connections, not by a key.',
  method:
    'the API suite with the tenant filter made a no-op; requests of 100 tenants over 2 connections with callers hanging up; a check of every table',
  bar: 'foreign rows 0; every table behind forced row-level security or on the closed list; the control with both locks open sees foreign rows',
  run,
};
