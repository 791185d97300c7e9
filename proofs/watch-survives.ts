import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually, freePort } from '@wheelhouse/testkit';
import { apply } from '../dev/engines/clusters/api.ts';
import { apiOf } from '../dev/engines/clusters/engine-api.ts';
import { adminKubeconfig, kube, serverUrl } from '../dev/engines/clusters/cluster.ts';
import { reset } from '../dev/engines/commands/down.ts';
import { groups } from '../dev/engines/runtime/engine.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../dev/engines/runtime/progress.ts';
import { startMonitor } from './watch-survives/monitor-process.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { faults, killServer, startServer } from './watch-survives/faults.ts';
import { kinds, namespace } from './watch-survives/kinds.ts';
import { Ledger } from './watch-survives/ledger.ts';
import { openNetwork } from './watch-survives/network.ts';
import type { Reflected } from './watch-survives/reflector-program.ts';
import { type Settled, settle, shown } from './watch-survives/settle.ts';
import { type Survived, survive } from './watch-survives/survive.ts';
import { Writer } from './watch-survives/writer.ts';

/** In full every cut is long enough for health to have to say so, in quick one. */
const sizes = {
  quick: {
    rounds: 1,
    changes: 1_000,
    perSecond: 150,
    calmMs: 500,
    cutMs: { 'black-holed': 12_000, compacted: 1_000, stopped: 2_000, killed: 0 },
  },
  full: {
    rounds: 5,
    changes: 10_000,
    perSecond: 60,
    calmMs: 3_000,
    cutMs: { 'black-holed': 13_000, compacted: 12_000, stopped: 13_000, killed: 12_000 },
  },
};

/** Judged in full only: level and fresh so soon after the return, and the last sign of life so near to the cut. */
const bars = { levelMs: 5_000, ageMs: { from: -500, to: 5_000 } };

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-watch-')));
    const progress = new ConsoleProgress(() => undefined);
    closing.push(async () => {
      // Nobody waits for what it still has to say.
      await killServer(home);
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
      progress.end();
    });
    const network = await openNetwork(home.dir, home.port('kubeApiserver'));
    closing.push(network.close);
    const starting = startServer(home);
    // It is awaited below; until then nobody would hear of its failure.
    starting.catch(() => undefined);
    const reflectorPort = await freePort();
    const monitor = await startMonitor({
      networks: '10.96.0.0/30',
      place: async (command, { doors, needs }) => {
        await network.share({ out: needs, in: [...doors, reflectorPort] });
        return network.inside(command);
      },
    });
    closing.push(monitor.stop);
    await starting;
    const api = await apiOf(home, kube);
    closing.push(async () => api.close());
    await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
    await apply(api, `/api/v1/namespaces/${namespace}/serviceaccounts`, account);

    const given = await readFile(adminKubeconfig(home, kube), 'utf8');
    const kubeconfig = given.replace(serverUrl(home, kube), network.server);
    const reflector = startReflector(network.inside, reflectorPort, kubeconfig);
    closing.push(async () => reflector.kill('SIGKILL'));
    const reflected = async () =>
      (await (
        await fetch(`http://127.0.0.1:${reflectorPort}`, { headers: { connection: 'close' } })
      ).json()) as Reflected;
    await monitor.register(kubeconfig);
    await eventually(async () => {
      if (!(await reflected()).isSynced || (await monitor.health()) === undefined) throw new Error('not yet watched');
    }, 120_000);
    say('watched');

    const ledger = new Ledger();
    const writer = new Writer(api, ledger, size.perSecond);
    closing.push(() => writer.stop());
    const watchers = { api, writer, ledger, monitor, reflected };
    const survived: Survived[] = [];
    for (let round = 0; round < size.rounds; round += 1)
      for (const fault of faults) survived.push(await survive(fault, { home, network }, watchers, size, say));
    while (ledger.changes < size.changes) await wait(100);
    const last = await settle(watchers, performance.now());
    await writer.stop();
    return judge(quick, survived, last, ledger.changes, writer.faults);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

function startReflector(
  inside: (command: readonly string[]) => readonly string[],
  port: number,
  kubeconfig: string,
): ChildProcess {
  const program = join(import.meta.dirname, 'watch-survives/reflector-program.ts');
  const [command = '', ...args] = inside([process.execPath, program, String(port)]);
  const env = { PATH: process.env['PATH'], PROOF_KUBECONFIG: kubeconfig };
  return spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function judge(
  quick: boolean,
  survived: readonly Survived[],
  last: Settled,
  changes: number,
  oddAnswers: readonly string[],
): Verdict {
  const worst = (pick: (one: Settled) => number) => Math.max(...[...survived, last].map(pick));
  const sum = (pick: (one: Survived) => number) => survived.reduce((total, one) => total + pick(one), 0);
  const missed = sum((one) => one.missed.length) + last.missed.length;
  const [judged, wrong, late] = [sum((one) => one.judged), sum((one) => one.wrong.length), sum((one) => one.late)];
  const naiveMissed = worst((one) => one.naiveMissed);
  const ages = survived.flatMap(({ agesMs }) => agesMs);
  const level = {
    reflector: worst((one) => one.reflectorMs),
    monitor: worst((one) => one.monitorMs),
    fresh: worst((one) => one.freshMs),
  };
  const slowest = Math.max(level.reflector, level.monitor, level.fresh);
  const timed = {
    [`all are level and fresh within ${bars.levelMs / 1_000} s of the return`]: slowest <= bars.levelMs,
    'health is stale from 10 s after the cut on': late === 0,
    'the last sign of life is of the time of the cut': ages.every(
      (age) => age >= bars.ageMs.from && age <= bars.ageMs.to,
    ),
  };
  return verdictOf(
    {
      'reflector and monitor become level with a fresh list, and health fresh': slowest < Infinity,
      'no change is missed': missed === 0,
      'every change was answered as it should be': oddAnswers.length === 0,
      'health says that it is stale, and since when': wrong === 0 && judged > 0,
      'a watch that cannot go on lists again': last.lists > kinds.length,
      'the control misses changes': naiveMissed > 0,
      ...(quick ? {} : timed),
    },
    [
      `${survived.length} faults in ${changes} changes: level within ${shown(level.reflector)} of the return, the monitor's lists ${shown(level.monitor)}, health fresh ${shown(level.fresh)}`,
      `missed ${missed}, by a watch that begins from now up to ${naiveMissed}`,
      `${last.lists} lists of ${kinds.length} kinds`,
      `stale health judged ${judged} times, wrong ${wrong}, later than 10 s ${late}${oddAnswers[0] === undefined ? '' : `; ${oddAnswers[0]}`}`,
    ].join('; '),
  );
}

export const proof: Proof = {
  promise:
    'A watched cluster may go away in any manner and for any time: nothing that changed meanwhile is missed, and until it is back health says how old it is.',
  method:
    "a control plane of its own, written to without a break; the monitor's process, and the reflector by itself beside a control that begins from now whenever its watch ends, in a network namespace from which the API server is reached over one cable; it is killed and started, stopped and continued, the cable cut without a word, and etcd compacted and the API server started anew behind the cut cable; after each return the writer holds still and a fresh LIST is compared with the reflector key by key and version by version, and with the monitor's nodes and workloads",
  bar: `after each return equal to the LIST and fresh again, changes missed 0; from 10 s after the cut until the return stale is true and observed_at stands still; the control misses changes. At full size level and fresh within ${bars.levelMs / 1_000} s, stale from 10 s on, observed_at between 5 s before the cut and 0.5 s after it`,
  run,
};
