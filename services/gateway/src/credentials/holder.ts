import type { Principal } from '@wheelhouse/kit';
import type { Meter } from '../budget/meter.ts';

/** Who stands behind a credential that was shown: what a request needs to know of them, made once. */
export interface Holder {
  readonly principal: Principal;
  /** What the modules are shown. */
  readonly authorization: string;
  readonly meter: Meter;
  /** As the header X-OAuth-Scopes says it. */
  readonly scopes: string;
  /** How long this is believed without asking again. */
  readonly goodForMs: number;
}

/** A credential and what became of it. */
export interface Known<Outcome> {
  readonly outcome: Outcome;
  /** On our own clock. */
  readonly until: number;
  /** How many times revocations had come when it was last held against them. */
  checked: number;
}
