import { ours, type Rules, window } from './rules.ts';

/** Rules that break one promise each; every one must be found out. */
export const controls: Readonly<Record<string, Rules>> = {
  'waits twice as long': {
    ...ours,
    afterAttempt: (delivery, outcome, random) => {
      const step = ours.afterAttempt(delivery, outcome, random);
      if (step.state !== 'pending') return step;
      const { endedAt } = outcome;
      const later = endedAt + 2 * (step.nextAttemptAt - endedAt);
      return { ...step, nextAttemptAt: Math.min(later, delivery.deadlineAt - 60_000) };
    },
  },
  'waits half as long': {
    ...ours,
    afterAttempt: (delivery, outcome, random) => {
      const step = ours.afterAttempt(delivery, outcome, random);
      const { endedAt } = outcome;
      return step.state === 'pending' ? { ...step, nextAttemptAt: endedAt + (step.nextAttemptAt - endedAt) / 2 } : step;
    },
  },
  'does not know the end': {
    ...ours,
    afterAttempt: (delivery, outcome, random) =>
      ours.afterAttempt({ ...delivery, deadlineAt: delivery.deadlineAt + window }, outcome, random),
  },
  'gives up early': {
    ...ours,
    afterAttempt: (delivery, outcome, random) =>
      ours.afterAttempt({ ...delivery, deadlineAt: delivery.deadlineAt - 600_000 }, outcome, random),
  },
  'does not hear Retry-After': {
    ...ours,
    afterAttempt: (delivery, outcome, random) => ours.afterAttempt(delivery, { ...outcome, retryAfter: null }, random),
  },
  'goes on after a 410': {
    ...ours,
    afterAttempt: (delivery, outcome, random) =>
      ours.afterAttempt(
        delivery,
        outcome.failure === 'gone' ? { ...outcome, failure: 'client_error' } : outcome,
        random,
      ),
  },
  'goes on after a success': {
    ...ours,
    afterAttempt: (delivery, outcome, random) =>
      ours.afterAttempt(delivery, { ...outcome, failure: outcome.failure ?? 'server_error' }, random),
  },
  'calls what was never tried exhausted': { ...ours, pastDeadline: () => 'exhausted' },
  'calls what was tried held': { ...ours, pastDeadline: () => 'held' },
  'has no breaker': {
    ...ours,
    afterTurn: (lane, outcomes, now) => ({ ...ours.afterTurn(lane, outcomes, now), probeAt: null }),
  },
  'probes ever so often': {
    ...ours,
    afterTurn: (lane, outcomes, now) => {
      const after = ours.afterTurn(lane, outcomes, now);
      return { ...after, probeAt: after.probeAt === null ? null : now + 5_000 };
    },
  },
  'sends a window as a probe': {
    ...ours,
    afterTurn: (lane, outcomes, now) => ({ ...ours.afterTurn(lane, outcomes, now), windowSize: 4 }),
  },
  'probes once an hour': {
    ...ours,
    afterTurn: (lane, outcomes, now) => {
      const after = ours.afterTurn(lane, outcomes, now);
      return { ...after, probeAt: after.probeAt === null ? null : now + 3_600_000 };
    },
  },
};
