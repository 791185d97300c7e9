import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { watchEffects } from '@wheelhouse/kit';
import type { Death } from './plan.ts';

/** What the clock repeats for ever, work or no work, is not numbered: it would have no end. */
export type IsNumbered = (effect: string, side: Death['side']) => boolean;

/** An acknowledgement is not confirmed: it has left a moment after it was given. */
const untilAcksHaveLeft = 20;

/** Every process says by the clock that it lives. */
const signOfLife = /^commit [^.]* kit\.processes\b/;

// Not process.stdout: what was told must be out when the process is gone.
const say = (line: string) => writeSync(1, `${line}\n`);

/**
 * Has this process kill itself where it is told to, at its start or later by a message, and tell each effect it
 * has had, a line each.
 */
export function dieWhereTold(firstDeath: string | undefined, isNumbered: IsNumbered): void {
  let death = firstDeath === undefined || firstDeath === '' ? undefined : (JSON.parse(firstDeath) as Death);
  const counts = { before: new Map<string, number>(), after: new Map<string, number>() };

  function count(side: Death['side'], name: string): number {
    const nth = (counts[side].get(name) ?? 0) + 1;
    counts[side].set(name, nth);
    return nth;
  }

  watchEffects(async (side, effect) => {
    if (signOfLife.test(effect) || !isNumbered(effect, side)) return;
    const nth = count(side, effect);
    const nthOfAny = count(side, '');
    if (side === 'after') say(`effect ${effect}`);
    if (death === undefined || death.side !== side) return;
    if (death.effect === undefined ? death.nth !== nthOfAny : death.effect !== effect || death.nth !== nth) return;
    if (side === 'after' && /^(ack|requeue)/.test(effect)) await wait(untilAcksHaveLeft);
    if (death.sleeps === true) {
      say('asleep');
      process.kill(process.pid, 'SIGSTOP');
      say('awake');
    } else process.kill(process.pid, 'SIGKILL');
  });

  process.on('message', ([next]: readonly Death[]) => {
    death = next;
    counts.before.clear();
    counts.after.clear();
    say('armed');
  });

  // Nobody is left to tell it what to do.
  process.on('disconnect', () => process.exit());
}

export function sayReady(): void {
  // Otherwise written at an end that never comes.
  flushCompileCache();
  say('up');
  process.send?.('ready');
}
