import type { Judged } from './rule.ts';

/** One thing that has to hold. `at`: it does not yet, and then it will if nothing else changes. */
export interface Condition {
  readonly holds: boolean;
  readonly fails: string;
  readonly at?: Date | undefined;
}

export function no(fails: string): Judged {
  return { verdict: 'no', fails };
}

/**
 * The first condition that fails says no; but where nothing is missing except time, it is later: when the last of them
 * will hold.
 */
export function whenAll(conditions: readonly Condition[], then: () => Judged): Judged {
  const failing = conditions.filter(({ holds }) => !holds);
  const [first] = failing;
  if (first === undefined) return then();
  const final = failing.find(({ at }) => at === undefined);
  if (final !== undefined) return no(final.fails);
  const last = failing.reduce((one, other) => (time(other) > time(one) ? other : one), first);
  return { verdict: 'later', at: new Date(time(last)), waitsFor: last.fails };
}

function time({ at }: Condition): number {
  return at?.getTime() ?? 0;
}

/** That something has been so for a while. Where it is not known since when, time alone will not help. */
export function forAWhile(since: string | null | undefined, ms: number, now: Date, fails: string): Condition {
  if (since === null || since === undefined) return { holds: false, fails: `${fails}; it is not known since when` };
  const at = new Date(new Date(since).getTime() + ms);
  return { holds: at <= now, fails, at };
}
