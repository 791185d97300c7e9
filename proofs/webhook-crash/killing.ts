import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mortal } from '../webhooks/mortal.ts';
import type { OwnEngines } from './own-engines.ts';

export const victims = ['worker', 'relay', 'PostgreSQL', 'RabbitMQ'] as const;
export type Victim = (typeof victims)[number];
export type Deaths = Readonly<Record<Victim, number>>;

type Span = readonly [from: number, to: number];
export type Spans = Readonly<Record<Victim, readonly Span[]>>;

export interface Killing {
  readonly engines: OwnEngines;
  readonly workers: readonly Mortal[];
  readonly relay: Mortal;
  readonly deaths: Deaths;
  /** From when to when, in milliseconds, in turn; within that by chance, and later where the next victim is not up yet. */
  readonly spans: Spans;
  readonly until: number;
  readonly say: (text: string) => void;
}

/** When each was killed while it was up, in milliseconds since 1970; of engines, when they were back. */
export type Kills = Readonly<Record<Victim, readonly number[]>>;

/** All kinds side by side. */
export async function killAtRandom(killing: Killing): Promise<Kills> {
  const { engines, workers, relay } = killing;
  const kills: Readonly<Record<Victim, () => Promise<boolean>>> = {
    worker: () => killOneOf(workers),
    relay: () => relay.kill(),
    PostgreSQL: () => engines.postgresql.killAndStart().then(() => true),
    RabbitMQ: () => engines.rabbitmq.killAndStart().then(() => true),
  };
  const killed = await Promise.all(victims.map(async (victim) => killEach(killing, victim, kills[victim])));
  const momentsOf = (victim: Victim) => killed[victims.indexOf(victim)] ?? [];
  return {
    worker: momentsOf('worker'),
    relay: momentsOf('relay'),
    PostgreSQL: momentsOf('PostgreSQL'),
    RabbitMQ: momentsOf('RabbitMQ'),
  };
}

async function killEach(
  { deaths, spans, until, say }: Killing,
  victim: Victim,
  kill: () => Promise<boolean>,
): Promise<readonly number[]> {
  const began = performance.now();
  const moments = Array.from({ length: deaths[victim] }, (_, nth) => within(spans[victim], nth)).toSorted(
    (a, b) => a - b,
  );
  const killed: number[] = [];
  for (const moment of moments) {
    await wait(Math.max(0, began + moment - performance.now()));
    while (performance.now() < until && !(await kill())) await wait(20);
    if (performance.now() >= until) break;
    killed.push(performance.timeOrigin + performance.now());
    say(`${victim} killed, ${killed.length} of ${moments.length}`);
  }
  return killed;
}

function within(spans: readonly Span[], nth: number): number {
  const [from, to] = spans[nth % spans.length] ?? [0, 1];
  return randomInt(from, to);
}

async function killOneOf(workers: readonly Mortal[]): Promise<boolean> {
  const up = workers.filter(({ isReady }) => isReady);
  return (await up[randomInt(Math.max(1, up.length))]?.kill()) ?? false;
}
