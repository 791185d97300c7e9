import { holdLease, pause } from '../leases.ts';
import { chores } from './chores.ts';
import { forgetPatiently } from './deleted-tenants.ts';
import { dueDates, noteBegun, noteDone } from './diary.ts';
import type { Chore, House } from './house.ts';

/** One process keeps a module's house, under a lease of its own: the relay must not wait for a recount. */
export interface HousekeepingOptions extends House {
  /** See holdLease. */
  readonly worker: string;
}

const leaseSeconds = 30;
const lookEveryMs = 5_000;

/** Ends when the signal does. */
export function startHousekeeping(options: HousekeepingOptions): Promise<void> {
  return holdLease({
    ...options,
    target: 'housekeeping',
    seconds: leaseSeconds,
    work: async (_lease, signal) => {
      const forget = forgetPatiently();
      while (!signal.aborted) {
        await forget({ ...options, signal });
        await doDueChores({ ...options, signal });
        await pause(lookEveryMs, signal);
      }
    },
  });
}

/** No guard by the lease's token is needed: a chore that two do at once is done twice or once, and either is right. */
export async function doDueChores(house: House, all: readonly Chore[] = chores): Promise<void> {
  const { database, schema, clock, log, signal } = house;
  const due = await database
    .system((db) => dueDates(db, schema))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'could not read which chores are due');
      return undefined;
    });
  if (due === undefined) return;
  for (const { name, everyMs, againMs, run } of all) {
    const now = clock.now();
    const dueAt = due.get(name);
    if (signal.aborted) return;
    if (dueAt !== undefined && dueAt > now) continue;
    try {
      await database.system((db) => noteBegun(db, schema, name, new Date(now.getTime() + againMs)));
      await run(house);
      if (signal.aborted) return;
      const then = clock.now();
      await database.system((db) => noteDone(db, schema, name, then, new Date(then.getTime() + everyMs)));
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, chore: name }, 'a chore failed; will try again');
    }
  }
}
