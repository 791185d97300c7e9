export type Labels = Readonly<Record<string, string>>;

/** Every label and every expression has to match. One that asks nothing matches all. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly LabelExpression[];
}

export interface LabelExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

/** No selector matches nothing; an empty one matches everything. */
export function matches(selector: LabelSelector | null, labels: Labels): boolean {
  if (selector === null) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => valueOf(labels, key) === value) &&
    matchExpressions.every((expression) => holds(expression, labels))
  );
}

function holds({ key, operator, values = [] }: LabelExpression, labels: Labels): boolean {
  const value = valueOf(labels, key);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      // To take it for "matches nothing" would set a budget aside that we have not understood.
      throw new RangeError(`A label selector has the unknown operator "${String(operator satisfies never)}"`);
  }
}

/** A label may be called "constructor". */
function valueOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}
