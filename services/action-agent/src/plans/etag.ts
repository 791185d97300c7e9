import { etagOf } from '@wheelhouse/kit';
import type { Plan } from './plan-schema.ts';

/** What of a plan has to stay for an approval of it to hold. */
type Essence = Pick<Plan, 'action' | 'target_uid' | 'changes' | 'touches' | 'blocking_budgets' | 'warnings'>;

/**
 * The same for all that comes to the same thing: pods that were replaced, lists in another order. Of a blocking budget
 * only that it blocks: its figures move with every pod that becomes ready.
 */
export function planEtag({ action, target_uid, changes, touches, blocking_budgets, warnings }: Essence): string {
  return etagOf([
    action,
    target_uid,
    sorted(changes.map(({ field, before, after }) => [field, withoutTime(before), withoutTime(after)])),
    sorted(touches.pods.map(({ owner, count }) => [owner, count])),
    sorted(blocking_budgets.map(({ namespace, name, rule }) => [namespace, name, rule])),
    sorted(warnings.map(({ code, message }) => [code, message])),
  ]);
}

type Value = Plan['changes'][number]['before'];

/** When something was last done is not part of what is to be done. */
function withoutTime(value: Value): Value {
  return typeof value === 'string' && timestamp.test(value) ? null : value;
}

/** With any offset: kubectl writes local time. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function sorted(rows: readonly (readonly Value[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
