import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from '../../../dev/engines/clusters/api.ts';
import { nodeConditions } from '../../../dev/engines/clusters/standing.ts';
import type { MonitorProcess } from '../../watch-survives/monitor-process.ts';

const pollMs = 50;
/** One node after the other, and each heals as soon as it was seen: a monitor that waits for quiet would wait for long. */
const betweenMs = 250;
const giveUpMs = 15_000;

/**
 * Milliseconds from the API server's answer that a node is NotReady to the health answer that names it; for one never
 * named, how long was waited.
 */
export async function notReadyDelays(
  api: Api,
  monitor: MonitorProcess,
  names: readonly string[],
): Promise<readonly number[]> {
  const waiting = new Map<string, number>();
  const delays: number[] = [];
  const healing: Promise<void>[] = [];
  const breaking = (async () => {
    for (const name of names) {
      await setReady(api, name, false);
      waiting.set(name, performance.now());
      await wait(betweenMs);
    }
  })();
  const deadline = performance.now() + names.length * betweenMs + giveUpMs;
  while (delays.length < names.length && performance.now() < deadline) {
    const health = await monitor.health();
    const now = performance.now();
    for (const { object } of health?.issues ?? []) {
      const since = object.kind === 'Node' ? waiting.get(object.name) : undefined;
      if (since === undefined) continue;
      waiting.delete(object.name);
      delays.push(now - since);
      healing.push(setReady(api, object.name, true));
    }
    await wait(pollMs);
  }
  await breaking;
  await Promise.all(healing);
  return [...delays, ...[...waiting.values()].map((since) => performance.now() - since)];
}

async function setReady(api: Api, name: string, ready: boolean): Promise<void> {
  const path = `/api/v1/nodes/${name}/status`;
  mustHave(await api.call('PATCH', path, { status: { conditions: nodeConditions(ready) } }), `PATCH ${path}`);
}
