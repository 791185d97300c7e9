/** What a list of measured numbers is told by. */

export function median(values: readonly number[]): number {
  const sorted = inOrder(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The least of them that `share` of them do not exceed: p95 is `quantile(values, 0.95)`. */
export function quantile(values: readonly number[], share: number): number {
  return inOrder(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}

const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b);
