import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { modulesOf } from '@wheelhouse/kit';
import { engineSetting, moduleDatabase, testVhost } from '@wheelhouse/testkit';
import { openGatewayProcesses } from './gateway-house/open.ts';
import { manyTokens } from './gateway-house/tokens.ts';
import { asksOf } from './hostile-neighbour/asks.ts';
import { beginAttack, registerClusters, serveClusters } from './hostile-neighbour/attack.ts';
import { isRunning, watchMemory } from './hostile-neighbour/memory.ts';
import { type Asked, moveIn } from './hostile-neighbour/neighbours.ts';
import { guessAddresses, unknownFields } from './hostile-neighbour/requests.ts';
import { modules } from './hostile-neighbour/table.ts';
import { gatewayWithoutBudget, monitorWithoutLimits, toldOfEveryFault } from './hostile-neighbour/unbounded.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const sizes = {
  quick: { seconds: 30, calmSeconds: 5, clustersEach: 1 },
  full: { seconds: 300, calmSeconds: 30, clustersEach: 2 },
};
/**
 * The image's memory settings, with a heap of 512 MiB and a small share for each tenant: left to themselves, V8 and
 * malloc keep what they were given until the machine is full.
 */
const asInAContainer = {
  NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=4',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  TENANT_MAX_MEBIBYTES: '16',
};
const neighbours = 3;
/** Mebibytes; judged at full size, where a process has had the time to show what it keeps. */
const memoryBar = 128;
/** What is told of a body that is refused. */
const answerBar = 64 * 1024;

const table = join(import.meta.dirname, 'hostile-neighbour/table.ts');

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const { seconds, calmSeconds, clustersEach } = quick ? sizes.quick : sizes.full;
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const [database, vhost] = await Promise.all([moduleDatabase(modulesOf(modules)), testVhost()]);
    closing.push(database.drop, vhost.drop);
    const house = await openGatewayProcesses({
      database,
      table,
      modules: ['platform', 'k8s-monitor'],
      gateways: 1,
      rabbitmqUrl: vhost.url,
      valkeyUrl: engineSetting('VALKEY_URL'),
      environment: { CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', LOG_LEVEL: 'error', ...asInAContainer },
    });
    closing.push(house.stop);
    const [gateway] = house.gateways;
    const monitor = house.modules.get('k8s-monitor');
    if (gateway === undefined || monitor === undefined) throw new Error('there is no gateway, or no monitor');
    const parts = new Map([...house.modules, ['auth', house.auth] as const, ['gateway', gateway] as const]);
    const tokenOfTenant = async () => {
      const [token = ''] = await manyTokens(house.db, await house.tenant(), 1, ['read', 'deploy', 'admin']);
      return token;
    };
    const others = [];
    for (let count = 0; count < neighbours; count += 1)
      others.push(await moveIn(gateway.address, await tokenOfTenant()));
    const harmful = await serveClusters();
    closing.push(async () => harmful.child.kill('SIGKILL'));
    const attacker = { gateway: gateway.address, token: await tokenOfTenant() };

    for (const other of others) other.ask();
    const calm = watchMemory(parts);
    await wait(calmSeconds * 1_000);
    calm.end();
    const under = watchMemory(parts);
    const asksBefore = await asksOf(house.auth);
    await registerClusters(attacker, harmful.clusters, clustersEach);
    const attack = await beginAttack(attacker);
    await wait(seconds * 1_000);
    const attacked = await attack.end();
    const asks = (await asksOf(house.auth)) - asksBefore;
    under.end();
    const seen = await Promise.all(others.map((other) => other.end()));
    const running = [...parts.values()].filter(isRunning).length;
    const grown = [...under.most].map(([name, most]) => [name, most - (calm.most.get(name) ?? 0)] as const);
    for (const [name, more] of grown)
      say(`${name}: ${Math.round(calm.most.get(name) ?? 0)} MiB, + ${Math.round(more)}`);
    say(JSON.stringify(attacked));
    for (const { failed } of seen) for (const [fault, count] of failed) say(`${count} × ${fault}`);

    const free = await gatewayWithoutBudget(house, attacker.token);
    harmful.child.send('control');
    const more = await monitorWithoutLimits(house, monitor, memoryBar);
    const everyFault = toldOfEveryFault(unknownFields);
    const asked = sum(seen, (one) => one.asked);
    const failed = sum(seen, (one) => [...one.failed.values()].reduce((total, count) => total + count, 0));
    const stale = sum(seen, (one) => one.stale);
    const mostGrown = Math.max(...grown.map(([, value]) => value));
    const mostAsks = guessAddresses.length * (60 * (Math.ceil(seconds / 60) + 1) + 10 * seconds) + neighbours * seconds;
    return verdictOf(
      {
        'no request of others fails': failed === 0 && asked > seconds,
        'their health stays fresh': stale === 0,
        'every process still runs': running === parts.size,
        'made-up credentials are charged to their address before auth is asked': asks <= mostAsks,
        'a refusal tells little, however much was wrong': attacked.longestAnswer <= answerBar,
        ...(quick ? {} : { [`no process takes more than ${memoryBar} MiB more`]: mostGrown <= memoryBar }),
        'a monitor without limits takes more': more > memoryBar,
        'a gateway without a budget asks about each': free.asks >= 0.9 * free.guesses,
        'every fault told is more': everyFault > answerBar,
      },
      [
        `${seconds} s, ${harmful.clusters.length * clustersEach} clusters that harm: failed ${failed} of ${asked} of others (slowest ${Math.round(Math.max(...seen.map((one) => one.slowestMs)))} ms), stale ${stale}`,
        `memory ${grown.map(([name, value]) => `${name} + ${Math.round(value)} MiB`).join(', ')}`,
        `auth asked ${asks} times for ${attacked.guesses} made-up credentials`,
        `longest answer ${attacked.longestAnswer} bytes`,
        `without bounds: + ${Math.round(more)} MiB, asked ${free.asks} of ${free.guesses}, ${everyFault} bytes`,
      ].join('; '),
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

function sum(of: readonly Asked[], pick: (one: Asked) => number): number {
  return of.reduce((total, one) => total + pick(one), 0);
}

export const proof: Proof = {
  promise: 'One tenant and any number of strangers may do what they like: others are served, and see fresh health.',
  method:
    'gateway, auth, platform and monitor as a process each; three tenants with a real cluster ask without a break, while a fourth registers clusters that answer without end, floods with changes and empty or large objects, and strangers send made-up credentials and a megabyte of unknown fields; controls: the monitor with the highest limits, a gateway without a budget, a validator that tells every fault',
  bar: `requests of others that fail 0, health stale 0 times, no process ends; made-up credentials reach auth only within their address's budget; at full size every process within + ${memoryBar} MiB; each control shows the harm`,
  run,
};
