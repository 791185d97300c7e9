import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresql } from '../../dev/engines/catalogue/postgresql.ts';
import { rabbitmq } from '../../dev/engines/catalogue/rabbitmq.ts';
import type { House } from './house.ts';

const victims = ['worker', 'relay', 'PostgreSQL', 'RabbitMQ'] as const;
type Victim = (typeof victims)[number];

/** From when to when, in milliseconds, each kill may come: within that by chance, and later where the victim is not up. */
export type Kills = Readonly<Record<Victim, readonly (readonly [from: number, to: number])[]>>;

/** All kinds side by side. RabbitMQ comes back without anything it had. Answers when the last worker was killed. */
export async function killAtRandom(
  { engines, workers, relay, receiver }: House,
  kills: Kills,
  say: (text: string) => void,
): Promise<Date> {
  let lastWorkerAt = new Date();
  const kill: Readonly<Record<Victim, () => Promise<boolean>>> = {
    worker: async () => {
      // One that has nothing to do would have nothing to lose.
      const before = (await receiver.log()).length;
      while ((await receiver.log()).length === before) await wait(20);
      const up = workers.filter(({ isReady }) => isReady);
      const isKilled = (await up[randomInt(Math.max(1, up.length))]?.kill()) ?? false;
      if (isKilled) lastWorkerAt = new Date();
      return isKilled;
    },
    relay: () => relay.kill(),
    PostgreSQL: async () => {
      await engines.kill(postgresql);
      await engines.start(postgresql);
      return true;
    },
    RabbitMQ: async () => {
      await engines.kill(rabbitmq);
      await engines.wipe(rabbitmq);
      await engines.start(rabbitmq);
      return true;
    },
  };
  const began = performance.now();
  const killEach = async (victim: Victim) => {
    const moments = kills[victim].map(([from, to]) => randomInt(from, to)).toSorted((a, b) => a - b);
    for (const [nth, moment] of moments.entries()) {
      await wait(Math.max(0, began + moment - performance.now()));
      while (!(await kill[victim]())) await wait(20);
      say(`${victim} killed, ${nth + 1} of ${moments.length}`);
    }
  };
  await Promise.all(victims.map(killEach));
  return lastWorkerAt;
}

/** `worker 3×, relay 1×` */
export function wordsFor(kills: Kills): string {
  return victims.map((victim) => `${victim} ${kills[victim].length}×`).join(', ');
}
