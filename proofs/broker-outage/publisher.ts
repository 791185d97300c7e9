import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import type { Fleet } from '../agent-workers/fleet.ts';

const againAfterMs = 500;

/** Publishes decisions at a steady pace, each until the broker has confirmed it or the time is over. */
export class Publisher {
  readonly #confirmed: Decision[] = [];
  #failed = 0;

  get confirmed(): readonly Decision[] {
    return this.#confirmed;
  }

  /** How often the broker was not there. */
  get failed(): number {
    return this.#failed;
  }

  async publish(
    fleet: Fleet,
    decisions: readonly Decision[],
    { perSecond, until }: { readonly perSecond: number; readonly until: number },
  ): Promise<void> {
    const publishing: Promise<void>[] = [];
    for (const decision of decisions) {
      publishing.push(this.#publishOne(fleet, decision, until));
      await wait(1_000 / perSecond);
    }
    await Promise.all(publishing);
  }

  async #publishOne(fleet: Fleet, decision: Decision, until: number): Promise<void> {
    while (performance.now() < until) {
      try {
        await fleet.decide(decision);
        this.#confirmed.push(decision);
        return;
      } catch {
        this.#failed += 1;
        await wait(againAfterMs);
      }
    }
  }
}
