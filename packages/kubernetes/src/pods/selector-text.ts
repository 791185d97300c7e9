import type { LabelExpression, LabelSelector } from '../budgets/selector.ts';

/** As a list takes it: `app=web,tier in (a,b),!canary`. One that asks nothing is the empty text, which matches all. */
export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  return [...labels, ...matchExpressions.map(expressionText)].join(',');
}

function expressionText({ key, operator, values = [] }: LabelExpression): string {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      throw new RangeError(`A label selector has the unknown operator "${String(operator satisfies never)}"`);
  }
}
