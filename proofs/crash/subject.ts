import type { Lane } from './lane.ts';
import type { Death } from './plan.ts';

/** What a proof declares to have processes killed; see harness.ts. */
export interface Subject<L extends Lane, W, K extends string> {
  readonly program: string;
  readonly open: (program: string) => Promise<Opened<L, W, K>>;
  /** So many processes side by side. */
  readonly lanes: number;
  readonly ways: readonly Way<L, W>[];
  /** At quick size so many deaths, of these ways. */
  readonly quick: { readonly deaths: number; readonly ways: readonly Way<L, W>[] };
  /** What of the work is not done yet, in words; nothing at rest. */
  readonly underWay: (lane: L, work: W) => Promise<string>;
  readonly controls: readonly Control<L, W, K>[];
  /** Every effect once more with a process that is stopped there, and woken when another has taken over. */
  readonly sleeping?: Sleeping<L, W>;
  /** At full size every death is died once more, and the next process dies of the first thing that it does. */
  readonly successorsDie?: boolean;
  /** An effect that hangs on chance, and may not come however often it is tried. */
  readonly mayMiss?: (death: Death) => boolean;
}

/** What is there once. */
export interface Opened<L, W, K extends string> {
  readonly openLane: () => Promise<L>;
  /** Asked last of all, so that what came late or once more is counted too. */
  readonly counting: () => Promise<(lane: L, work: W) => Promise<Counts<K>>>;
  readonly close: () => Promise<unknown>;
}

/** How often what must not happen did, by its name. */
export type Counts<K extends string> = Readonly<Record<K, number>>;

/** A piece of work. */
export interface Way<L, W> {
  readonly name: string;
  /** Makes what it is about, while nobody dies. */
  readonly prepare: (lane: L) => Promise<W>;
  /** Begins it, repeating as a client does whose connection is lost. */
  readonly start: (lane: L, work: W) => Promise<unknown>;
  /** Done after each death, before the next process begins. */
  readonly afterDeath?: (lane: L, work: W) => Promise<unknown>;
  /** Asked for while one sleeps, of the process that has taken over. */
  readonly whileAsleep?: (lane: L, work: W) => Promise<unknown>;
}

export interface Sleeping<L, W> {
  /** At quick size at so many writes to a cluster, and once in each of those below. */
  readonly quick: number;
  /** Of `way`, at its writes to a cluster: something else is asked for while one sleeps (`whileAsleep`). */
  readonly overtaken: readonly { readonly way: Way<L, W>; readonly by: Way<L, W> }[];
}

/** A run in which what guards against something is taken away: it must then be counted. */
export interface Control<L, W, K extends string> {
  readonly name: string;
  readonly way: Way<L, W>;
  readonly death: Death;
  readonly shows: K;
}
