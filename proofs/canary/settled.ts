import { eventually } from '@wheelhouse/testkit';
import { healthy } from '../../services/action-agent/test/scripted-monitor.ts';
import type { CanaryHouse } from './house.ts';
import { replicasOf, scaleUpOf } from './judge.ts';

/** Seconds of the real clock between the scale-up and its revert, with the settle time of the specification. */
export async function settledFor(house: CanaryHouse): Promise<number> {
  const made = await house.kube.deployment(1);
  house.monitor.health = async (id) => healthy(id, (await replicasOf(house, made)) === 1 ? 90 : 40);
  await house.publish(scaleUpOf(house, made));
  const until = (replicas: number) =>
    eventually(async () => {
      if ((await replicasOf(house, made)) !== replicas) throw new Error(`not at ${replicas} replicas yet`);
      return performance.now();
    }, 180_000);
  const from = await until(2);
  return ((await until(1)) - from) / 1_000;
}
