import { Failure } from '../../failure.ts';
import { type Invocation, textOption } from '../../invocation.ts';
import { momentOf } from '../../output/times.ts';

/** From when until when; without a beginning it begins now, by the server's clock. */
export interface Span {
  readonly starts_at?: string;
  readonly ends_at: string;
}

const lengths: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function spanGiven(invocation: Invocation, now: Date): Span {
  const [from, until] = [timeGiven(invocation, 'from'), timeGiven(invocation, 'until')];
  const length = textOption(invocation, 'for');
  if ((length === undefined) === (until === undefined))
    throw new Failure('usage', 'say how long it lasts, or until when', 'use one of --for 2h and --until TIME');
  const ends = until ?? new Date((from ?? now).getTime() + lengthOf(length ?? ''));
  return { ...(from === undefined ? {} : { starts_at: from.toISOString() }), ends_at: ends.toISOString() };
}

function lengthOf(given: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(given) ?? [];
  const ms = Number(count) * (lengths[unit] ?? 0);
  if (ms > 0) return ms;
  throw new Failure('usage', `--for must be a length of time (90m, 2h, 3d), not ${given}`);
}

/** A time only: "2h" here would be two hours ago. */
export function timeGiven(invocation: Invocation, option: 'from' | 'until'): Date | undefined {
  const given = textOption(invocation, option);
  if (given === undefined) return undefined;
  const at = /^\d{4}-/.test(given) ? momentOf(given, new Date(0)) : undefined;
  if (at !== undefined) return at;
  throw new Failure('usage', `--${option} must be a time (2026-11-15T22:00 or 2026-11-15T22:00:00Z), not ${given}`);
}
