import { setTimeout as wait } from 'node:timers/promises';
import { isApiError } from '@wheelhouse/sdk';
import { Failure } from './failure.ts';
import { type Invocation, textOption } from './invocation.ts';
import { untilStopped } from './until-stopped.ts';

/** How long a command waits for what goes on without it. */
export interface Patience {
  readonly waits: boolean;
  /** Undefined: until the end, which everything has. */
  readonly ms: number | undefined;
}

const longestSeconds = 86_400;

export function patienceOf(invocation: Invocation): Patience {
  const given = textOption(invocation, 'timeout');
  const waits = invocation.options['wait'] !== false;
  if (given === undefined) return { waits, ms: undefined };
  const seconds = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > longestSeconds)
    throw new Failure('usage', `--timeout must be a number of seconds from 1 to ${longestSeconds}, not ${given}`);
  return { waits, ms: seconds * 1_000 };
}

/** The work is ended early by Ctrl-C and when the time is over; neither is an error. */
export async function patiently({ ms }: Patience, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await untilStopped(async (stopped) => {
    const over = new AbortController();
    const timer = ms === undefined ? undefined : setTimeout(() => over.abort(), ms);
    try {
      await work(AbortSignal.any([stopped, over.signal]));
    } catch (error) {
      if (!over.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
  });
}

const lookEveryMs = 500;

/** Looks again and again until it is as wanted. */
export async function looking(signal: AbortSignal, look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await wait(lookEveryMs, undefined, { signal });
}

/** Undefined once it is no longer there. */
export async function stillThere<One>(read: () => Promise<{ readonly data: One }>): Promise<One | undefined> {
  try {
    return (await read()).data;
  } catch (error) {
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  }
}
