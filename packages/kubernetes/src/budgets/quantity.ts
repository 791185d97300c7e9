/** A number of pods, or a percentage of them such as "30%". */
export type Quantity = number | string;

/** How many pods that is. A percentage rounds up, as in Kubernetes, whichever field it stands in. */
export function quantityOf(value: Quantity, of: number): number {
  if (typeof value === 'string') return Math.ceil((percentOf(value) * of) / 100);
  if (!Number.isSafeInteger(value) || value < 0) throw unreadable(value);
  return value;
}

export function isPercentage(value: Quantity): value is string {
  return typeof value === 'string';
}

export function isZero(value: Quantity): boolean {
  return quantityOf(value, 100) === 0;
}

function percentOf(text: string): number {
  const digits = /^(\d{1,9})%$/.exec(text)?.[1];
  if (digits === undefined) throw unreadable(text);
  return Number(digits);
}

function unreadable(value: Quantity): RangeError {
  return new RangeError(`${JSON.stringify(value)} is neither a number of pods nor a percentage such as "30%"`);
}
