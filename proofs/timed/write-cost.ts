import { randomUUID } from 'node:crypto';
import { insertNote } from '@wheelhouse/example/store';
import { makeIds, makeLog, openDatabase, outbox, systemClock } from '@wheelhouse/kit';
import { exampleModule } from '@wheelhouse/example';
import { asOwner, moduleDatabase } from '@wheelhouse/testkit';
import pg from 'pg';
import { bareInsert, bareTable } from '../baseline/bare-insert.ts';
import { backendCpu, machineCpu, nodeCpu } from '../runner/cpu.ts';
import { median } from '../runner/figures.ts';
import { type TimedContext, type TimedProof, type TimedVerdict, verdictOf } from '../runner/proof.ts';

const costBar = 3;
const sharingBar = 0.7;
/** The baseline against itself must come out near one, or the machine was too restless to tell. */
const restless = { low: 0.85, high: 1.18 };
/** Cores that others may use meanwhile; beyond it writers wait for each other longer, and pay for it. */
const mostOthers = 0.5;
const size = { rows: 6_000, rounds: 15, seconds: 10 };
const writersOfRound = 10;
const body = 'x'.repeat(500);

interface Cost {
  readonly server: number;
  readonly node: number;
}

const sum = ({ server, node }: Cost) => server + node;
const shown = ({ server, node }: Cost) => `${(server * 1000).toFixed(0)} + ${(node * 1000).toFixed(0)}`;

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const test = await moduleDatabase([exampleModule]);
  await asOwner(test.ownerUrl, async (client) => {
    await client.query(bareTable);
    await client.query(`GRANT INSERT ON bare TO ${new URL(test.url).username}`);
  });
  const database = openDatabase({
    url: test.url,
    connections: 50,
    applicationName: 'write-cost',
    log: makeLog({ level: 'error' }),
  });
  const barePool = new pg.Pool({ connectionString: test.url, max: 50 });
  const makeId = makeIds(systemClock);
  const emit = outbox('example', makeId, systemClock);
  const tenants = Array.from({ length: 50 }, () => randomUUID());

  const bare = (tenantId: string) => bareInsert(barePool, tenantId, makeId(), 'title', body, systemClock.now());
  const ours = (tenantId: string) =>
    database.tenant(tenantId, (db) => {
      const id = makeId();
      return db.last(async () => {
        await Promise.all([
          insertNote(db, id, { title: 'title', body }, systemClock.now()),
          emit(db, 'internal.note_changed', { note_id: id }),
        ]);
      });
    });

  try {
    const cost = async (write: (tenantId: string) => Promise<void>): Promise<Cost> => {
      const serverCpu = await backendCpu(barePool);
      const [server, own] = [serverCpu(), nodeCpu()];
      let left = size.rows;
      const writer = async (index: number) => {
        for (; left > 0; ) {
          left -= 1;
          await write(tenants[index % tenants.length] ?? '');
        }
      };
      await Promise.all(Array.from({ length: writersOfRound }, (_, index) => writer(index)));
      return { server: (serverCpu() - server) / size.rows, node: (nodeCpu() - own) / size.rows };
    };
    for (const write of [bare, ours, bare, ours]) await cost(write);

    const began = { at: performance.now(), machine: machineCpu(), node: nodeCpu() };
    let server = 0;
    const ratios: number[] = [];
    const same: number[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      const first = await cost(bare);
      const product = await cost(ours);
      const second = await cost(bare);
      server += (first.server + product.server + second.server) * size.rows;
      ratios.push(sum(product) / ((sum(first) + sum(second)) / 2));
      same.push(sum(second) / sum(first));
      say(
        `round ${round + 1}: bare ${shown(first)}, ours ${shown(product)}, bare ${shown(second)} (µs of CPU a row, PostgreSQL + Node)`,
      );
    }
    const ratio = median(ratios);
    const noise = median(same);
    const own = server + nodeCpu() - began.node;
    const others = (machineCpu() - began.machine - own) / (performance.now() - began.at);
    say(`A/A ${noise.toFixed(2)}; ours ÷ bare ${ratio.toFixed(2)}; others used ${others.toFixed(2)} cores`);

    const rate = async (tenantOf: (writer: number) => string): Promise<number> => {
      let written = 0;
      const until = performance.now() + size.seconds * 1000;
      await Promise.all(
        Array.from({ length: 50 }, async (_, writer) => {
          while (performance.now() < until) {
            await ours(tenantOf(writer));
            written += 1;
          }
        }),
      );
      return written / size.seconds;
    };
    const pairs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const many = await rate((writer) => tenants[writer] ?? '');
      const one = await rate(() => tenants[0] ?? '');
      pairs.push(one / many);
      say(`50 writers: ${many.toFixed(0)} rows/s in 50 tenants, ${one.toFixed(0)} in one`);
    }
    const sharing = median(pairs);

    const figure = `${ratio.toFixed(2)}× the CPU of a bare insert (A/A ${noise.toFixed(2)}); one tenant reaches ${sharing.toFixed(2)} of fifty`;
    if (noise < restless.low || noise > restless.high || others > mostOthers) return { outcome: 'void', figure };
    return verdictOf(
      {
        [`row, counter and event cost at most ${costBar}×`]: ratio <= costBar,
        [`one tenant reaches ${sharingBar} of fifty`]: sharing >= sharingBar,
      },
      figure,
    );
  } finally {
    await database.end();
    await barePool.end();
    await test.drop();
  }
}

export const proof: TimedProof = {
  promise: 'A change costs little more than its row: counted and told to others, at most three bare inserts.',
  method:
    'row + counter + outbox against a bare insert of the same row, one transaction each, CPU of PostgreSQL and Node, interleaved',
  bar: `median ratio ≤ ${costBar}; 50 writers in one tenant reach ≥ ${sharingBar} of 50 writers in 50 tenants`,
  run,
};
