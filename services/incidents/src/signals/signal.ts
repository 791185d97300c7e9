import type { IncidentCategory, SignalSource } from '@wheelhouse/contracts';
import type { IncidentObject } from '../object.ts';
import type { Severity } from '../severity.ts';

export const longestMessage = 500;

/** One sign of trouble, whoever saw it: that it began, goes on, or has ended. */
export interface Signal {
  readonly source: SignalSource;
  /** By which its source knows it: the same key again is the same signal. */
  readonly key: string;
  readonly clusterId: string;
  readonly rule: string;
  /** Undefined: nothing that anybody should be called for. */
  readonly severity: Severity | undefined;
  readonly category: IncidentCategory;
  /** What an incident that it opens is called. */
  readonly title: string;
  /** Empty: none. */
  readonly service: string;
  readonly message: string;
  readonly object: IncidentObject | undefined;
  /** Of a signal without object: the namespace it concerns. */
  readonly namespace: string | undefined;
  readonly nodes: readonly string[];
  /** Everything of it that is in trouble stands on one of `nodes`. */
  readonly allOnNodes: boolean;
  /** What signals of one incident have in common. */
  readonly groupKey: string;
  readonly isFiring: boolean;
  /** When it began or ended, by its source. */
  readonly at: Date;
  /** When it first began, where the source knows better than we. */
  readonly since: Date;
  /** Its source repeats it as long as it fires; without a word for a day it counts as ended. */
  readonly isRepeated: boolean;
  /** Why it is told of another object than the one in trouble; for the timeline. */
  readonly why?: string | undefined;
  /** The maintenance window that has kept it until now. */
  readonly window?: { readonly id: string; readonly name: string };
}
