import { minute, hour, ours, type Rules, second, window } from './rules.ts';

type AfterAttempt = Rules['afterAttempt'];
type Given = Parameters<AfterAttempt>;

/** Ours with another attempt before it. */
const attempting = (change: (...given: Given) => Given): Rules => ({
  ...ours,
  afterAttempt: (...given) => ours.afterAttempt(...change(...given)),
});

const waiting = (nextAt: (wait: number, endedAt: number, deadlineAt: number) => number): Rules => ({
  ...ours,
  afterAttempt: (delivery, outcome, random) => {
    const step = ours.afterAttempt(delivery, outcome, random);
    if (step.state !== 'pending') return step;
    const { endedAt } = outcome;
    return { ...step, nextAttemptAt: nextAt(step.nextAttemptAt - endedAt, endedAt, delivery.deadlineAt) };
  },
});

const endingLater = (by: number) =>
  attempting(({ deadlineAt, ...delivery }, ...rest) => [{ ...delivery, deadlineAt: deadlineAt + by }, ...rest]);

const turning = (change: (after: ReturnType<Rules['afterTurn']>, now: number) => object): Rules => ({
  ...ours,
  afterTurn: (lane, outcomes, now) => {
    const after = ours.afterTurn(lane, outcomes, now);
    return { ...after, ...change(after, now) };
  },
});

const probingAfter = (ms: number) => turning(({ probeAt }, now) => ({ probeAt: probeAt === null ? null : now + ms }));

/** Rules that break one promise each. */
export const controls: Readonly<Record<string, Rules>> = {
  'wait twice as long': waiting((wait, endedAt, deadlineAt) => Math.min(endedAt + 2 * wait, deadlineAt - minute)),
  'wait half as long': waiting((wait, endedAt) => endedAt + wait / 2),
  'do not know the end': endingLater(window),
  'give up early': endingLater(-10 * minute),
  'do not hear Retry-After': attempting((delivery, outcome, random) => [
    delivery,
    { ...outcome, retryAfter: null },
    random,
  ]),
  'go on after a 410': attempting((delivery, outcome, random) => [
    delivery,
    outcome.failure === 'gone' ? { ...outcome, failure: 'client_error' } : outcome,
    random,
  ]),
  'go on after a success': attempting((delivery, outcome, random) => [
    delivery,
    { ...outcome, failure: outcome.failure ?? 'server_error' },
    random,
  ]),
  'call what was never tried exhausted': { ...ours, pastDeadline: () => 'exhausted' },
  'call what was tried held': { ...ours, pastDeadline: () => 'held' },
  'have no breaker': turning(() => ({ probeAt: null })),
  'probe every five seconds': probingAfter(5 * second),
  'probe once an hour': probingAfter(hour),
  'send a window as a probe': turning(() => ({ windowSize: 4 })),
};
