import { setTimeout as wait } from 'node:timers/promises';
import { Ajv } from 'ajv';
import type { GatewayProcesses, RunningPart } from '../gateway-house/open.ts';
import { beginAttack } from './attack.ts';
import { asksOf } from './asks.ts';
import { isRunning, memoryOf } from './memory.ts';

/** The controls: each bound taken away shows what it is for. */

/** The monitor with the highest limits on a cluster: how much more memory it takes, as soon as it is past what is allowed. */
export async function monitorWithoutLimits(
  house: GatewayProcesses,
  before: RunningPart,
  past: number,
): Promise<number> {
  before.child.kill('SIGKILL');
  const monitor = await house.start('k8s-monitor', {
    CLUSTER_MAX_OBJECTS: '10000000',
    CLUSTER_MAX_MEBIBYTES: '16384',
    TENANT_MAX_MEBIBYTES: '65536',
  });
  const began = memoryOf(monitor);
  let most = 0;
  for (const end = performance.now() + 120_000; performance.now() < end && most <= past && isRunning(monitor); ) {
    most = Math.max(most, memoryOf(monitor) - began);
    await wait(50);
  }
  monitor.child.kill('SIGKILL');
  return most;
}

/** A gateway at which an address may ask as often as it likes: how many made-up credentials auth is asked about, of how many. */
export async function gatewayWithoutBudget(
  house: GatewayProcesses,
  token: string,
): Promise<{ readonly guesses: number; readonly asks: number }> {
  const gateway = await house.start('gateway', { BUDGET_ANONYMOUS: '1000000' });
  const before = await asksOf(house.auth);
  const attack = await beginAttack({ gateway: gateway.address, token });
  await wait(3_000);
  const { guesses } = await attack.end();
  return { guesses, asks: (await asksOf(house.auth)) - before };
}

/** One that looks for every fault of a body: how long what it has to tell is. */
export function toldOfEveryFault(body: string): number {
  const validate = new Ajv({ allErrors: true }).compile({ type: 'object', additionalProperties: false });
  validate(JSON.parse(body));
  return JSON.stringify(validate.errors).length;
}
