import type { Plan } from '../../api/actions.ts';

type Budget = Plan['blocking_budgets'][number];

const budgetRules: Readonly<Record<Budget['rule'], (budget: Budget) => string>> = {
  min_available: ({ needed, after }) => `requires ${needed} healthy pods and would have ${after}`,
  max_unavailable_zero: () => 'allows no unavailable pods',
  min_available_percent_at_zero: () => 'requires a share of the pods, and none would be left',
};

export const budgetName = ({ namespace, name }: Budget): string => `${namespace}/${name}`;

export const budgetWords = (budget: Budget): string => budgetRules[budget.rule](budget);

export function podsWords({ owner, count }: Plan['touches']['pods'][number]): string {
  return `${count} ${count === 1 ? 'pod' : 'pods'} ${owner === null ? 'without an owner' : `of ${owner}`}`;
}

/** "10 min 30 s": how long it may take is told to the second. */
export function secondsWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

export const valueWords = (value: Plan['changes'][number]['before']): string =>
  value === null ? 'not set' : String(value);

/** One thing a plan says; plans are compared by these. */
export interface PlanLine {
  readonly key: string;
  readonly label: string;
  readonly words: string;
}

export function planLines(plan: Plan): readonly PlanLine[] {
  return [
    { key: 'what', label: 'What', words: plan.summary },
    { key: 'object', label: 'Object', words: plan.target_uid ?? 'does not exist' },
    ...plan.changes.map(({ field, before, after }) => ({
      key: `change ${field}`,
      label: field,
      words: `${valueWords(before)} → ${valueWords(after)}`,
    })),
    ...plan.touches.pods.map((pods, at, all) => ({
      // Owners in two namespaces may have one name.
      key: `pods ${pods.owner}${again(all.slice(0, at), pods.owner)}`,
      label: 'Removed',
      words: podsWords(pods),
    })),
    ...plan.blocking_budgets.map((budget) => ({
      key: `budget ${budgetName(budget)}`,
      label: `Budget ${budgetName(budget)}`,
      words: budgetWords(budget),
    })),
    ...plan.warnings.map(({ code, message }) => ({
      // A drain may have one for each owner.
      key: `warning ${plan.drain === null ? code : message}`,
      label: 'Warning',
      words: message,
    })),
    { key: 'time', label: 'Ends', words: `within ${secondsWords(plan.upper_bound_seconds)}` },
    { key: 'undo', label: 'To undo', words: plan.undo.words },
    ...(plan.refused === null ? [] : [{ key: 'refused', label: 'Refused', words: plan.refused.message }]),
  ];
}

function again(before: Plan['touches']['pods'], owner: string | null): string {
  const times = before.filter((pods) => pods.owner === owner).length;
  return times === 0 ? '' : ` ${times + 1}`;
}

export type LineChange = 'same' | 'changed' | 'new' | 'gone';

export interface ComparedLine {
  readonly key: string;
  readonly label: string;
  readonly is: LineChange;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** In the order of the new plan; what is gone stands last. Which object it is is told only if it is another. */
export function comparePlans(old: Plan, now: Plan): readonly ComparedLine[] {
  const [before, after] = [planLines(old), planLines(now)];
  const known = new Map(before.map(({ key, words }) => [key, words]));
  const kept = new Set(after.map(({ key }) => key));
  const lines = [
    ...after.map(({ key, label, words }): ComparedLine => {
      const was = known.get(key);
      const is = was === undefined ? 'new' : was === words ? 'same' : 'changed';
      return { key, label, is, before: was, after: words };
    }),
    ...before
      .filter(({ key }) => !kept.has(key))
      .map(({ key, label, words }): ComparedLine => ({ key, label, is: 'gone', before: words, after: undefined })),
  ];
  return lines.filter(({ key, is }) => key !== 'object' || is !== 'same');
}
