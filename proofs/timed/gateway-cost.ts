import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { engineSetting, eventually, freePort, moduleDatabase } from '@wheelhouse/testkit';
import { reset } from '../../dev/engines/commands/down.ts';
import { environmentOf } from '../../dev/engines/commands/env.ts';
import { up } from '../../dev/engines/commands/up.ts';
import { runningPid } from '../../dev/engines/runtime/daemon.ts';
import { groups } from '../../dev/engines/runtime/engine.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { limit, type LoadOrder, type LoadReport } from './gateway-cost/load.ts';
import { openGatewayProcesses } from '../gateway-house/open.ts';
import { manyTokens } from '../gateway-house/tokens.ts';
import { processCpu } from '../runner/cpu.ts';
import { median } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';

const bar = 1.25;
const calm = { from: 0.95, to: 1.05 };
const warm = 1_000;
const connections = 64;
const size = { pairs: 9, seconds: 6, warmUp: 5, warmRequests: 60_000, probe: 5 };
const here = (file: string) => join(import.meta.dirname, '..', file);

/** One side of a pair: whom to ask, and whose CPU counts. */
interface Side {
  readonly port: number;
  readonly pids: readonly number[];
  readonly metered: boolean;
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const progress = new ConsoleProgress(() => undefined);
  // Its own, so that only this proof's requests are counted there.
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-gateway-cost-')));
  const database = await moduleDatabase([authModule]);
  const children: ChildProcess[] = [];
  const closing: (() => Promise<void>)[] = [];
  try {
    await up(home, ['valkey'], progress);
    const valkeyPid = (await runningPid(home, 'valkey'))?.pid ?? 0;
    const [upstreamPort, proxyPort] = [await freePort(), await freePort()];
    const upstream = `http://127.0.0.1:${upstreamPort}`;
    children.push(
      spawn(process.execPath, [here('gateway-house/upstream.ts'), String(upstreamPort)], { stdio: 'inherit' }),
    );
    const proxy = spawn(process.execPath, [here('baseline/proxy.ts'), upstream, String(proxyPort)], {
      stdio: 'inherit',
    });
    children.push(proxy);
    const house = await openGatewayProcesses({
      database,
      table: here('gateway-house/bare-table.ts'),
      gateways: 1,
      rabbitmqUrl: engineSetting('RABBITMQ_URL'),
      valkeyUrl: (await environmentOf(home))['VALKEY_URL'] ?? '',
      environment: { BARE_URL: upstream, BUDGET_PERSONAL: String(limit) },
    });
    closing.push(house.stop);
    const [door] = house.gateways;
    if (door === undefined) throw new Error('there is no gateway');
    const generator = fork(here('timed/gateway-cost/load.ts'));
    children.push(generator);
    await eventually(async () => void (await fetch(`http://127.0.0.1:${proxyPort}/small`)), 10_000);
    const tenant = await house.tenant();
    const tokens = await manyTokens(house.db, tenant, warm);

    const ours: Side = { port: door.port, pids: [door.pid, valkeyPid], metered: true };
    const bare: Side = { port: proxyPort, pids: [proxy.pid ?? 0], metered: false };
    const faults: string[] = [];
    const ask = async (side: Side, path: string, more: Partial<LoadOrder>): Promise<LoadReport> => {
      const order: LoadOrder = {
        port: side.port,
        path,
        perSecond: undefined,
        seconds: size.probe,
        connections,
        tokens,
        fresh: [],
        metered: side.metered,
        ...more,
      };
      generator.send(order);
      const [report] = (await once(generator, 'message')) as [LoadReport];
      faults.push(...report.faults);
      return report;
    };
    const cost = async (side: Side, path: string, perSecond: number): Promise<number> => {
      const fresh = side.metered
        ? await manyTokens(house.db, tenant, Math.ceil((perSecond * size.seconds) / 100) + 10)
        : tokens;
      const before = side.pids.map((pid) => processCpu(pid));
      const { answered } = await ask(side, path, { perSecond, seconds: size.seconds, fresh });
      const spent = side.pids.map((pid, index) => processCpu(pid) - (before[index] ?? 0));
      if (side.metered) parts.push(spent.map((ms) => (ms / answered) * 1_000));
      return (spent.reduce((sum, ms) => sum + ms, 0) / answered) * 1_000;
    };
    let parts: number[][] = [];
    const claims: Record<string, boolean> = {};
    const figures: string[] = [];
    let unclear: string | undefined;
    for (const answer of ['small', 'large']) {
      const path = `/api/bare/api/v1/${answer}`;
      // Until every token has been exchanged and both programs are compiled: a cold one costs three times as much.
      for (const side of [ours, bare])
        for (let asked = 0; asked < size.warmRequests; )
          asked += (await ask(side, path, { seconds: size.warmUp })).answered;
      const most = await ask(ours, path, {});
      const perSecond = Math.floor(most.answered / most.seconds / 2);
      say(`${answer}: the gateway's most is ${Math.round(perSecond * 2)}/s; both sides are asked ${perSecond}/s`);
      parts = [];
      const pairs: { ratio: number; same: number; ours: number; bare: number }[] = [];
      for (let pair = 0; pair < size.pairs; pair += 1) {
        const first = await cost(bare, path, perSecond);
        const gateway = await cost(ours, path, perSecond);
        const second = await cost(bare, path, perSecond);
        const mean = (first + second) / 2;
        pairs.push({ ratio: gateway / mean, same: first / second, ours: gateway, bare: mean });
        say(
          `${answer}: gateway ${gateway.toFixed(1)} µs, bare ${first.toFixed(1)} and ${second.toFixed(1)}: ${(gateway / mean).toFixed(3)}×`,
        );
      }
      const ratio = median(pairs.map((pair) => pair.ratio));
      const same = median(pairs.map((pair) => pair.same));
      const [node, valkey] = [0, 1].map((index) => median(parts.map((one) => one[index] ?? 0)));
      claims[`${answer} answers cost ≤ ${bar}×`] = ratio <= bar;
      if (same < calm.from || same > calm.to) unclear = `A/A of ${answer} is ${same.toFixed(3)}`;
      figures.push(
        `${answer}: ${ratio.toFixed(3)}× (A/A ${same.toFixed(3)}; ${node?.toFixed(1)} + ${valkey?.toFixed(1)} µs, gateway + Valkey, against ${median(pairs.map((pair) => pair.bare)).toFixed(1)} at ${perSecond}/s)`,
      );
    }
    return timedVerdictOf(
      { [`every answer has right rate headers (${faults[0] ?? ''})`]: faults.length === 0 },
      claims,
      unclear,
      `${size.pairs} pairs; ${figures.join('; ')}`,
    );
  } finally {
    for (const close of closing) await close();
    for (const child of children) child.kill('SIGKILL');
    await database.drop();
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  }
}

export const proof: TimedProof = {
  promise: 'Routing, authentication, scopes and exact budgets cost a quarter more than a bare proxy, and no more.',
  method:
    "user and system CPU of gateway and Valkey against proofs/baseline/proxy.ts (node:http and one undici Pool), at half the gateway's most, open loop; 1,000 warm tokens, one request in a hundred with a token never seen; small (75 B) and large (10 KB) answers; log, metrics and traces as shipped; pairs interleaved, the bare side before and after each",
  bar: `median ≤ ${bar}× for both sizes; every answer with right rate headers; void if A/A leaves ${calm.from} to ${calm.to}`,
  run,
};
