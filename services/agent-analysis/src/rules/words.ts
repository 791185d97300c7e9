import type { FactObject } from '@wheelhouse/contracts';

/** The sentences of rules: numbers, names, times and sizes as people write them. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mostNamed = 3;

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `web-1, web-2, web-3 and 4 more`. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/** `Deployment shop/checkout`. */
export function objectWords({ kind, namespace, name }: FactObject): string {
  return namespace === null ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** From a moment until now: `4 min`, `1 h 5 min`, `2 d 3 h`. */
export function lasting(since: string | null | undefined, now: Date): string {
  if (since === null || since === undefined) return 'an unknown time';
  return duration(now.getTime() - new Date(since).getTime());
}

export function duration(ms: number): string {
  if (ms < minuteMs) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return joined(ms, [hourMs, 'h'], [minuteMs, 'min']);
  return joined(ms, [dayMs, 'd'], [hourMs, 'h']);
}

type Unit = readonly [ms: number, word: string];

function joined(ms: number, [large, largeWord]: Unit, [small, smallWord]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeWord}${rest === 0 ? '' : ` ${rest} ${smallWord}`}`;
}

/** `14:32 UTC`. */
export function clockTime(moment: Date | string): string {
  return `${new Date(moment).toISOString().slice(11, 16)} UTC`;
}

const mib = 1024 * 1024;
const gib = 1024 * mib;

export function memory(bytes: number): string {
  if (bytes >= gib && bytes % gib === 0) return `${bytes / gib} Gi`;
  return `${Math.round(bytes / mib)} Mi`;
}

/** From thousandths of a core. */
export function cpu(millis: number): string {
  return millis % 1_000 === 0 ? counted(millis / 1_000, 'core') : `${millis}m CPU`;
}

/** Half as much again, rounded up to a size that people would write. */
export function halfMore(bytes: number): number {
  const step = roundings.find(({ below }) => bytes < below)?.step ?? gib;
  return Math.ceil((bytes * 1.5) / step) * step;
}

const roundings = [
  { below: 256 * mib, step: 16 * mib },
  { below: gib, step: 64 * mib },
  { below: 8 * gib, step: 256 * mib },
] as const;
