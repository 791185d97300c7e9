import { newLane } from '../../../src/wire/lane-state.ts';
import { chance, hour, type Rules, second, waitAfter, window } from './rules.ts';

/** Many deliveries to one endpoint that is away for a while or for good; the breaker is on. */
export interface Sent {
  readonly delivery: Delivery;
  readonly endedAt: number;
  readonly failed: boolean;
}

export interface TurnTaken {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Since when something was due, were there no breaker. */
  readonly dueSince: number;
  /** In the order in which they ended. */
  readonly sent: readonly Sent[];
}

export interface Delivery {
  readonly createdAt: number;
  nextAttemptAt: number;
  readonly tries: { readonly startedAt: number; readonly endedAt: number }[];
  state: 'pending' | 'succeeded' | 'exhausted' | 'held';
}

export interface Traffic {
  readonly deliveries: readonly Delivery[];
  readonly turns: readonly TurnTaken[];
  readonly awayUntil: number;
}

const mostTurns = 20_000;

/** As a worker goes about a lane: what is due in one turn, one turn after another. */
export function drive(rules: Rules, seed: number): Traffic {
  const random = chance(seed);
  const { deliveries, awayFrom, awayUntil } = scene(random);
  const turns: TurnTaken[] = [];
  let lane = newLane;
  let [now, notBefore] = [0, 0];
  while (turns.length < mostTurns) {
    const waiting = deliveries.filter(({ state }) => state === 'pending');
    if (waiting.length === 0) break;
    const dueSince = Math.min(...waiting.map(({ nextAttemptAt }) => nextAttemptAt));
    now = Math.max(now, notBefore, dueSince) + Math.floor(random() * 250);
    const due = waiting
      .filter(({ nextAttemptAt }) => nextAttemptAt <= now)
      .toSorted((one, other) => one.nextAttemptAt - other.nextAttemptAt);
    const overdue = due.filter(({ createdAt }) => createdAt + window < now);
    for (const each of overdue) each.state = rules.pastDeadline(each.tries.length);
    if (overdue.length > 0) continue;
    const startedAt = now;
    const isAway = now >= awayFrom && now < awayUntil;
    const sent = due
      .slice(0, lane.windowSize)
      .map((delivery) => send(rules, delivery, startedAt, isAway, random))
      .toSorted((one, other) => one.endedAt - other.endedAt);
    now = Math.max(...sent.map(({ endedAt }) => endedAt));
    const outcomes = sent.map(({ failed, endedAt }) => ({
      failure: failed ? ('server_error' as const) : null,
      answeredMs: endedAt - startedAt,
    }));
    const { probeAt, ...after } = rules.afterTurn(lane, outcomes, now);
    [lane, notBefore] = [after, probeAt ?? 0];
    turns.push({ startedAt, endedAt: now, dueSince, sent });
  }
  return { deliveries, turns, awayUntil };
}

function scene(random: () => number) {
  const count = 1 + Math.floor(random() ** 3 * 300);
  const spread = random() * 20 * hour;
  const deliveries = Array.from({ length: count }, (): Delivery => {
    const createdAt = Math.floor(random() * spread);
    return { createdAt, nextAttemptAt: createdAt, tries: [], state: 'pending' };
  });
  const awayFrom = Math.floor(random() * 4 * hour);
  const isForGood = random() < 0.4;
  const awayUntil = isForGood ? Number.POSITIVE_INFINITY : awayFrom + Math.floor(random() * 30 * hour);
  return { deliveries, awayFrom, awayUntil };
}

function send(rules: Rules, delivery: Delivery, startedAt: number, isAway: boolean, random: () => number): Sent {
  // Even one that is well fails at times.
  const failed = isAway || random() < 0.02;
  const endedAt = startedAt + Math.floor(isAway ? random() * 10 * second : 20 + random() * 500);
  delivery.tries.push({ startedAt, endedAt });
  const outcome = { failure: failed ? ('server_error' as const) : null, retryAfter: null, startedAt, endedAt };
  const known = { attemptCount: delivery.tries.length, deadlineAt: delivery.createdAt + window };
  const step = rules.afterAttempt(known, outcome, random);
  delivery.state = step.state;
  if (step.state === 'pending') delivery.nextAttemptAt = step.nextAttemptAt;
  return { delivery, endedAt, failed };
}

export function trafficFaults({ deliveries, turns, awayUntil }: Traffic): readonly string[] {
  const faults = probeFaults(turns);
  for (const { state, tries, createdAt } of deliveries) {
    if (state === 'pending') faults.push('never came to an end');
    if (state === 'exhausted' && tries.length === 0) faults.push('exhausted without a try');
    if (state === 'held' && tries.length > 0) faults.push('held although it was tried');
    if (state === 'succeeded' && tries.length === 0) faults.push('succeeded without a try');
    if (state !== 'succeeded' && createdAt > awayUntil) faults.push('not delivered to an endpoint that was there');
    for (const [index, { startedAt }] of tries.entries()) {
      if (startedAt > createdAt + window) faults.push('tried after 24 h');
      const before = tries[index - 1];
      const isLast = startedAt >= createdAt + window - 2 * 60 * second;
      if (before !== undefined && !isLast && startedAt - before.endedAt < waitAfter(index).least)
        faults.push('tried again too soon');
    }
  }
  return faults;
}

/** Counted anew from what was sent: five failures in a row, then one at a time, 5 s after and then twice as late. */
function probeFaults(turns: readonly TurnTaken[]): string[] {
  const faults: string[] = [];
  let [inRow, probes, lastEnd] = [0, 0, 0];
  for (const { startedAt, endedAt, dueSince, sent } of turns) {
    if (inRow >= 5) {
      const notBefore = lastEnd + Math.min(5 * second * 2 ** probes, 15 * 60 * second);
      if (sent.length > 1) faults.push('more than a probe while the breaker is open');
      if (startedAt < notBefore) faults.push('probed too soon');
      if (startedAt > Math.max(notBefore, dueSince) + second) faults.push('probed too late');
      probes += 1;
    }
    for (const { failed } of sent) inRow = failed ? inRow + 1 : 0;
    if (inRow < 5) probes = 0;
    lastEnd = endedAt;
  }
  return faults;
}
