import type { ActionResult, Failure, IncidentResolution, TerminalActionStatus } from '@wheelhouse/contracts';

/** What a verdict is derived from. All of it may come late, twice and in any order. */

/** How an action ended, as the action agent tells it. */
export interface Ending {
  readonly status: TerminalActionStatus;
  readonly result: ActionResult | null;
  readonly error: Failure | null;
  /** Of a scale-up that was compared: the health score before and after it. */
  readonly canary: { readonly before: number | null; readonly after: number | null } | null;
}

export interface EndedAction {
  readonly ending: Ending;
  readonly incidentId: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date;
}

/** What was heard of the incident that the action was for. */
export interface Moment {
  readonly kind: 'quiet' | 'returned' | 'ended' | 'opened_again';
  readonly at: Date;
  /** Of an end: why it is over; null where that was not told. */
  readonly resolution: IncidentResolution | null;
}

/** A time in which the cluster was not observed; without an end it still is not. */
export interface Outage {
  readonly from: Date;
  readonly until: Date | null;
}

export interface Windows {
  readonly curedWithinMs: number;
  readonly staysMs: number;
}
