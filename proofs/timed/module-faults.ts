import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { engineSetting, freePort, moduleDatabase, testVhost } from '@wheelhouse/testkit';
import { openFaultyModule } from '../../services/gateway/test/faulty-module.ts';
import { openGatewayProcesses } from '../gateway-house/open.ts';
import { manyTokens } from '../gateway-house/tokens.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';
import { bar, type Bystanders, calm, isCalm, rounds, watchBystanders } from './module-faults/bystanders.ts';
import { SickChild } from './module-faults/sick-child.ts';

const timeOutMs = 2_000;
const table = join(import.meta.dirname, 'module-faults/table.ts');

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const [database, vhost, faulty] = await Promise.all([
      moduleDatabase([authModule]),
      testVhost(),
      openFaultyModule(),
    ]);
    closing.push(database.drop, vhost.drop, faulty.stop);
    const [healthy, sick] = [new SickChild(await freePort()), new SickChild(await freePort())];
    closing.push(
      () => healthy.kill(),
      () => sick.kill(),
    );
    await Promise.all([healthy.start(), sick.start()]);
    const house = await openGatewayProcesses({
      database,
      table,
      gateways: 2,
      rabbitmqUrl: vhost.url,
      valkeyUrl: engineSetting('VALKEY_URL'),
      environment: {
        HEALTHY_URL: `http://127.0.0.1:${healthy.port}`,
        SICK_URL: `http://127.0.0.1:${sick.port}`,
        FAULTY_URL: `http://127.0.0.1:${faulty.port}`,
        FIRST_BYTE_SECONDS: String(timeOutMs / 1_000),
        IDLE_SECONDS: String(timeOutMs / 1_000),
        MODULE_REQUESTS: '100',
        BUDGET_PERSONAL: '1000000',
      },
    });
    closing.push(house.stop);
    const [one, other] = house.gateways;
    if (one === undefined || other === undefined) throw new Error('there is no gateway');
    const [token = ''] = await manyTokens(house.db, await house.tenant(), 1);
    const seen = await watchBystanders({ ports: [one.port, other.port], token, sick, firstByteMs: timeOutMs, say });
    for (const wrong of seen.wrong.slice(0, 10)) say(`wrong: ${wrong}`);
    const lone = Object.entries(seen.ratios);
    return timedVerdictOf(
      { 'callers of a faulty module are told as specified, and in time': seen.wrong.length === 0 },
      {
        [`others' p95 ≤ ${bar}×`]: seen.overall <= bar,
        ...Object.fromEntries(lone.map(([name, ratio]) => [`${name}: others' p95 ≤ ${bar}×`, ratio <= bar])),
      },
      whyUnclear(seen),
      `others' p95 ${seen.overall.toFixed(2)}×: ${lone.map(([name, ratio]) => `${name} ${ratio.toFixed(2)}×`).join(', ')} (A/A ${seen.same.toFixed(2)}), ${seen.fewest} windows of each or more, ${seen.asked} requests; told otherwise ${seen.wrong.length} of ${seen.sickAsked}, the longest ${Math.round(seen.worstMs)} ms`,
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** What kept the times from being judged. */
function whyUnclear({ fewest, same }: Bystanders): string | undefined {
  if (fewest < rounds) return 'the machine was too busy with something else';
  return isCalm(same) ? undefined : `A/A left ${calm.from} to ${calm.to}`;
}

export const proof: TimedProof = {
  promise: 'A module that dies, hangs or talks nonsense slows nobody else, and its own callers are told so in time.',
  method:
    'a healthy module asked through two gateways in turn, and through one of them a sick module besides, which is killed, stopped, answers garbage or bytes one by one, or hangs up (through the other a sound one, as often); the gateways change parts every round',
  bar: `p95 of the healthy module's callers, median over the windows of all faults and of each, ≤ ${bar}× that through the other gateway at the same time (void unless it lies in ${calm.from} to ${calm.to} without a fault; windows in which even the others' is twice the least seen do not count; while too few count or a bar is exceeded the run goes on, up to its time); told otherwise than specified, or later than the time-out + 1 s: 0`,
  run,
};
