import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mortal } from '../webhooks/mortal.ts';
import type { OwnEngines } from './own-engines.ts';

export const victims = ['worker', 'relay', 'PostgreSQL', 'RabbitMQ'] as const;
export type Victim = (typeof victims)[number];
export type Deaths = Readonly<Record<Victim, number>>;

export type Spans = Readonly<Record<Victim, readonly [from: number, to: number]>>;

export interface Killing {
  readonly engines: OwnEngines;
  readonly workers: readonly Mortal[];
  readonly relay: Mortal;
  readonly deaths: Deaths;
  /** From when to when, in milliseconds; within that by chance, and later where the next victim is not up yet. */
  readonly spans: Spans;
  readonly until: number;
  readonly say: (text: string) => void;
}

/** All kinds side by side; answers how often each was killed while it was up. */
export async function killAtRandom(killing: Killing): Promise<Deaths> {
  const { engines, workers, relay } = killing;
  const kills: Readonly<Record<Victim, () => Promise<boolean>>> = {
    worker: () => killOneOf(workers),
    relay: () => relay.kill(),
    PostgreSQL: () => engines.postgresql.killAndStart().then(() => true),
    RabbitMQ: () => engines.rabbitmq.killAndStart().then(() => true),
  };
  const counts = await Promise.all(victims.map(async (victim) => killEach(killing, victim, kills[victim])));
  const countOf = (victim: Victim) => counts[victims.indexOf(victim)] ?? 0;
  return {
    worker: countOf('worker'),
    relay: countOf('relay'),
    PostgreSQL: countOf('PostgreSQL'),
    RabbitMQ: countOf('RabbitMQ'),
  };
}

async function killEach(
  { deaths, spans, until, say }: Killing,
  victim: Victim,
  kill: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  const moments = Array.from({ length: deaths[victim] }, () => randomInt(...spans[victim])).toSorted((a, b) => a - b);
  let killed = 0;
  for (const moment of moments) {
    await wait(Math.max(0, began + moment - performance.now()));
    while (performance.now() < until && !(await kill())) await wait(20);
    if (performance.now() >= until) break;
    killed += 1;
    say(`${victim} killed, ${killed} of ${moments.length}`);
  }
  return killed;
}

async function killOneOf(workers: readonly Mortal[]): Promise<boolean> {
  const up = workers.filter(({ isReady }) => isReady);
  return (await up[randomInt(Math.max(1, up.length))]?.kill()) ?? false;
}
