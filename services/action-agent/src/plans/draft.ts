import type { Plan } from './plan-schema.ts';
import { refusal } from './refusals.ts';

/** A plan, but for what is the same for all kinds. */
export type Draft = Omit<Plan, 'action' | 'target' | 'cluster_id' | 'guards' | 'etag'>;

/** Nothing can be said of what a target would become that is not there. */
export function draftOfMissing(summary: string, about: string): Draft {
  return {
    target_uid: null,
    summary,
    changes: [],
    touches: { pods: [], replicas: null },
    blocking_budgets: [],
    warnings: [],
    upper_bound_seconds: 0,
    undo: nothingToUndo,
    refused: refusal('target_missing', about),
    drain: null,
  };
}

export const nothingToUndo = { possible: false, words: 'Nothing would change, so there is nothing to undo.' };

/** In one order, whatever order they were listed in. */
export function namesOf(things: readonly { readonly name: string }[]): string {
  return things
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
}
