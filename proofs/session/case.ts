import type { MovableClock } from '@wheelhouse/testkit';
import type { AuthProcess, TestTenant } from '../../services/auth/test/start.ts';

/** One way in that must stay shut, and the honest way beside it that must stay open. */
export interface SessionCase {
  readonly name: string;
  readonly run: (house: SessionHouse) => Promise<CaseResult>;
}

export interface SessionHouse {
  readonly auth: AuthProcess;
  readonly tenant: TestTenant;
  /** Stands still until a case moves it: what counts within 15 minutes is forgotten by moving it on. */
  readonly clock: MovableClock;
  readonly quick: boolean;
  readonly say: (text: string) => void;
}

export interface CaseResult {
  /** Each a sentence that must be true. */
  readonly claims: Readonly<Record<string, boolean>>;
  /** Attacks tried and got through, for the figure. */
  readonly tried: number;
  readonly through: number;
  readonly figure?: string;
}

export const quarterHour = 15 * 60_000;

/** Counts answers that let an attacker in. */
export function tally(statuses: readonly number[], open: readonly number[] = [200, 201, 204]) {
  return { tried: statuses.length, through: statuses.filter((status) => open.includes(status)).length };
}
