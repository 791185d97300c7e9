/** Times of log lines in nanoseconds since 1970: a millisecond holds many lines. */

const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const perMillisecond = 1_000_000n;
const perSecond = 1_000_000_000n;

/** RFC 3339, in whatever zone the node lives; undefined where it is something else. */
export function timeIn(text: string): bigint | undefined {
  const [, second, fraction = '', zone] = written.exec(text) ?? [];
  const milliseconds = Date.parse(`${second}${zone}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * perMillisecond + BigInt(fraction.padEnd(9, '0'));
}

/** RFC 3339 with all nine digits, in UTC: the order of the texts is that of the times. */
export function timeText(time: bigint): string {
  const second = new Date(Number(time / perMillisecond)).toISOString().slice(0, 19);
  return `${second}.${String(time % perSecond).padStart(9, '0')}Z`;
}

/** The beginning of its second, which is all that Kubernetes looks at. */
export function secondText(time: bigint): string {
  return `${timeText(time).slice(0, 19)}Z`;
}

export function timeOf(date: Date): bigint {
  return BigInt(date.getTime()) * perMillisecond;
}

export function millisecondsOf(time: bigint): number {
  return Number(time / perMillisecond);
}

export function seconds(count: number): bigint {
  return BigInt(count) * perSecond;
}
