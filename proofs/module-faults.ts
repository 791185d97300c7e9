import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { exampleModule } from '@wheelhouse/example';
import { engineSetting, eventually, freePort, moduleDatabase, testVhost } from '@wheelhouse/testkit';
import { openFaultyModule } from '../services/gateway/test/faulty-module.ts';
import { openGatewayProcesses } from './gateway-house/open.ts';
import { manyTokens } from './gateway-house/tokens.ts';
import { bar, type Bystanders, calm, isCalm, watchBystanders } from './module-faults/bystanders.ts';
import { callFaulty } from './module-faults/callers.ts';
import { Pair, restartUnderLoad } from './module-faults/drain.ts';
import { SickChild } from './module-faults/sick-child.ts';
import { type Proof, type ProofContext, timedVerdictOf, type Verdict } from './runner/proof.ts';

const waits = { firstByteMs: 2_000, idleMs: 2_000 };
const mostRequests = 100;
/** Its own calls besides: who is ready, which routes it has. */
const ownCalls = 5;
/** Windows of one fault whose median says something of that fault alone. */
const enough = 5;
/** Of a window of one second p95 is the twelfth slowest call: on a busy machine only the median of few can be told. */
const sizes = {
  quick: { times: 1, rounds: 1, seconds: 1, judged: 0.5, untilS: 16, restarts: 1, clients: 4 },
  full: { times: 20, rounds: 9, seconds: 5, judged: 0.95, untilS: 20 * 60, restarts: 8, clients: 16 },
};
const here = (file: string) => join(import.meta.dirname, file);

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const began = performance.now();
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const [database, vhost, faulty] = await Promise.all([
      moduleDatabase([authModule, exampleModule]),
      testVhost(),
      openFaultyModule(),
    ]);
    closing.push(
      () => database.drop(),
      () => vhost.drop(),
      () => faulty.stop(),
    );
    const [healthy, sick, proxyPort] = [
      new SickChild(await freePort()),
      new SickChild(await freePort()),
      await freePort(),
    ];
    closing.push(
      () => healthy.kill(),
      () => sick.kill(),
    );
    await Promise.all([healthy.start(), sick.start()]);
    const pair = await Pair.on({ DATABASE_URL: database.url, RABBITMQ_URL: vhost.url });
    closing.push(() => pair.stop());
    const faultyUrl = `http://127.0.0.1:${faulty.port}`;
    const house = await openGatewayProcesses({
      database,
      table: here('module-faults/table.ts'),
      gateways: 2,
      rabbitmqUrl: vhost.url,
      valkeyUrl: engineSetting('VALKEY_URL'),
      environment: {
        HEALTHY_URL: `http://127.0.0.1:${healthy.port}`,
        SICK_URL: `http://127.0.0.1:${sick.port}`,
        FAULTY_URL: faultyUrl,
        EXAMPLE_URL: pair.urls,
        FIRST_BYTE_SECONDS: String(waits.firstByteMs / 1_000),
        IDLE_SECONDS: String(waits.idleMs / 1_000),
        MODULE_REQUESTS: String(mostRequests),
        BUDGET_PERSONAL: '1000000',
      },
    });
    closing.push(house.stop);
    const [door, other] = house.gateways;
    if (door === undefined || other === undefined) throw new Error('there is no gateway');
    const tenant = await house.tenant();
    const [token = ''] = await manyTokens(house.db, tenant, 1);
    const { port } = door;

    const seen = await watchBystanders({
      ports: [port, other.port],
      token,
      sick,
      firstByteMs: waits.firstByteMs,
      seconds: size.seconds,
      judged: size.judged,
      rounds: size.rounds,
      until: began + size.untilS * 1_000,
      say,
    });
    for (const wrong of seen.wrong.slice(0, 10)) say(`wrong: ${wrong}`);

    const proxy = spawn(process.execPath, [here('baseline/proxy.ts'), faultyUrl, String(proxyPort)], {
      stdio: 'inherit',
    });
    closing.push(async () => proxy.kill('SIGKILL'));
    await Promise.all([...pair.ports.map((one) => pair.start(one, house.auth.address)), isUp(proxy, proxyPort)]);
    // Alone: whether an answer comes in time is asked of the gateway, not of a machine that starts processes.
    const told = await callFaulty(faulty, { port, token }, size.times, waits);
    const [drained, control] = await Promise.all([
      restartUnderLoad({
        pair,
        authUrl: house.auth.address,
        door: door.address,
        token,
        clients: size.clients,
        rounds: size.restarts,
        say,
      }),
      callFaulty(faulty, { port: proxyPort, token }, 1, waits),
    ]);
    for (const wrong of [...told.wrong, ...told.late].slice(0, 10)) say(`wrong: ${wrong}`);
    for (const [fault, count] of drained.faults) say(`${count} × ${fault}`);
    const written = await house.db.tenant(tenant.id, (db) =>
      db.query<{ count: string }>('SELECT count(*) FROM example.notes'),
    );

    const rows = Number(written[0]?.count);
    const failed = [...drained.faults.values()].reduce((sum, count) => sum + count, 0);
    const judged = `p${size.judged * 100}`;
    const lone = Object.entries(seen.ratios);
    const slow = {
      'callers of a faulty module are told in time': told.late.length === 0,
      [`others' ${judged} ≤ ${bar}×`]: seen.overall <= bar,
      ...Object.fromEntries(
        seen.fewest < enough ? [] : lone.map(([name, ratio]) => [`${name}: others' ${judged} ≤ ${bar}×`, ratio <= bar]),
      ),
    };
    return timedVerdictOf(
      {
        'callers of a faulty module are told as specified': told.wrong.length === 0,
        'so they are under load': seen.wrong.length === 0,
        'a bare proxy tells some otherwise': control.wrong.length > 0,
        'a stopped module holds no more connections than it may': seen.connections <= mostRequests + ownCalls,
        'restarts lose no request': failed === 0 && drained.sent > 100,
        'a kill loses some': drained.killed > 0,
        'nothing is written twice': rows >= drained.written && rows <= drained.written + drained.killed,
      },
      slow,
      whyUnclear(seen, size.rounds),
      [
        `others' ${judged} ${seen.overall.toFixed(2)}×: ${lone.map(([name, ratio]) => `${name} ${ratio.toFixed(2)}×`).join(', ')} (A/A ${seen.same.toFixed(2)}), ${seen.fewest} windows of each or more, ${seen.asked} requests`,
        `told otherwise than specified ${told.wrong.length}, late ${told.late.length} of ${told.calls}; otherwise ${seen.wrong.length} of ${seen.sickAsked} under load, the longest ${Math.round(seen.worstMs)} ms; through a bare proxy ${control.wrong.length} faults in ${control.calls}`,
        `connections to a stopped module ${seen.connections}`,
        `${drained.restarts} restarts: failed ${failed} of ${drained.sent}, ${rows} rows of ${drained.written} writes; killed instead ${drained.killed} failed`,
      ].join('; '),
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** What kept the times from being judged. */
function whyUnclear({ fewest, same, overall }: Bystanders, rounds: number): string | undefined {
  if (fewest < rounds) return 'the machine was too busy with something else';
  if (!isCalm(same)) return `A/A left ${calm.from} to ${calm.to}`;
  return overall > bar && fewest < enough ? 'too few windows to judge times by' : undefined;
}

async function isUp(child: ChildProcess, port: number): Promise<void> {
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error('the bare proxy is gone');
    await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  });
}

export const proof: Proof = {
  promise:
    'A module that dies, hangs or talks nonsense harms no other: its own callers are told so in time, nobody takes half an answer for a whole one, and a restart loses no request.',
  method:
    'a healthy module asked through two gateways in turn, and through one of them a sick module besides, which is killed, stopped, answers garbage or bytes one by one, or hangs up (through the other a sound one, as often); the gateways change parts every round; each faulty answer of a table by GET and POST, its bytes and the requests the module saw looked at; two processes of the example module restarted in turn under reads and writes',
  bar: `p95 (quick: p50) of the healthy module's callers, median over the windows of all faults and of each (of five or more), ≤ ${bar}× that through the other gateway at the same time (void unless it lies in ${calm.from} to ${calm.to} without a fault; windows in which even the others' is twice the least seen do not count; while too few count or a bar is exceeded the run goes on, up to its time); told otherwise than specified, later than the time-out + 1 s (void where those times would be), or a cut answer that looks whole: 0, a bare proxy some; requests lost in restarts 0, a kill some`,
  run,
};
