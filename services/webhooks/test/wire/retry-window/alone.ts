import type { DeliveryFailure } from '@wheelhouse/contracts';
import { chance, hour, minute, type Rules, second, waitAfter, window } from './rules.ts';

/** One delivery to an endpoint of its own, from its first attempt to its end; the breaker is off. */
export interface Told {
  readonly dueAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failure: DeliveryFailure | null;
  readonly retryAfter: number | null;
}

export interface Life {
  readonly kind: Kind;
  readonly attempts: readonly Told[];
  readonly end: 'succeeded' | 'exhausted' | 'held' | 'endless';
}

const kinds = ['failing', 'failing', 'failing', 'asks for rest', 'asks for days', 'gone', 'comes back'] as const;
type Kind = (typeof kinds)[number];
type Answer = Pick<Told, 'failure' | 'retryAfter'>;

const failures = ['timed_out', 'server_error', 'dns_failed', 'connection_refused', 'redirected'] as const;
const mostAttempts = 100;
/** Nearer to the end than this there need be no other try. */
const nearEnd = 2 * minute;

export function live(rules: Rules, seed: number): Life {
  const random = chance(seed);
  const kind = kinds[seed % kinds.length] ?? 'failing';
  const turnsAt = 1 + Math.floor(random() * 12);
  const attempts: Told[] = [];
  let dueAt = 0;
  while (attempts.length < mostAttempts) {
    // A worker polls, and is busy at times.
    const startedAt = dueAt + Math.floor(random() * (random() < 0.05 ? 20 : 1) * second);
    if (startedAt > window) return { kind, attempts, end: rules.pastDeadline(attempts.length) };
    const endedAt = startedAt + Math.floor(random() * 10 * second);
    const answer = answerOf(kind, attempts.length + 1, turnsAt, random);
    attempts.push({ dueAt, startedAt, endedAt, ...answer });
    const delivery = { attemptCount: attempts.length, deadlineAt: window };
    const step = rules.afterAttempt(delivery, { ...answer, startedAt, endedAt }, random);
    if (step.state !== 'pending') return { kind, attempts, end: step.state };
    dueAt = step.nextAttemptAt;
  }
  return { kind, attempts, end: 'endless' };
}

function answerOf(kind: Kind, attempt: number, turnsAt: number, random: () => number): Answer {
  const plain = { failure: failures[Math.floor(random() * failures.length)] ?? 'timed_out', retryAfter: null };
  if (kind === 'gone' && attempt === turnsAt) return { failure: 'gone', retryAfter: null };
  if (kind === 'comes back' && attempt === turnsAt) return { failure: null, retryAfter: null };
  if (kind === 'asks for rest' && random() < 0.5)
    return { failure: 'too_many_requests', retryAfter: Math.floor((random() ** 3 * 8 * hour) / second) };
  if (kind === 'asks for days' && attempt === turnsAt)
    return { failure: 'server_error', retryAfter: Math.floor(((1 + random() * 9) * window) / second) };
  return plain;
}

/** What is wrong with it, by what is promised. */
export function faultsOf({ kind, attempts, end }: Life): readonly string[] {
  const faults: string[] = [];
  const last = attempts.at(-1);
  if (last === undefined) return ['never tried'];
  if (end === 'endless') faults.push('tried without end');
  for (const [index, { dueAt, startedAt }] of attempts.entries()) {
    if (startedAt > window) faults.push('tried after 24 h');
    const before = attempts[index - 1];
    if (before !== undefined) faults.push(...waitFaults(before, index, dueAt));
  }
  for (const { failure } of attempts.slice(0, -1)) {
    if (failure === null) faults.push('tried again after a success');
    if (failure === 'gone') faults.push('tried again after a 410');
  }
  const wanted = last.failure === null ? 'succeeded' : last.failure === 'gone' ? 'held' : 'exhausted';
  if (end !== wanted) faults.push(`ended as ${end}, not ${wanted}`);
  if (end === 'exhausted' && last.startedAt < window - nearEnd) faults.push('given up before the end');
  if (kind === 'failing' && attempts.length !== 13 && attempts.length !== 14) faults.push('not 13 or 14 tries');
  return faults;
}

function waitFaults({ endedAt, retryAfter }: Told, attempt: number, dueAt: number): readonly string[] {
  const { least, most } = waitAfter(attempt);
  const rest = (retryAfter ?? 0) * second;
  const wait = dueAt - endedAt;
  if (wait > Math.max(most, rest)) return ['waited too long'];
  // Only the end of the window cuts a wait short.
  if (dueAt >= window - nearEnd) return [];
  if (wait < rest) return ['rest that was asked for not given'];
  return wait < least ? ['waited too short'] : [];
}
