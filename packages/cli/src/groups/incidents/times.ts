import type { Output } from '../../output/output.ts';

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`: as exact as people want it. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  for (const [at, [unit, length]] of units.entries()) {
    if (whole < length) continue;
    const [smaller, smallerLength] = units[at + 1] ?? ['s', 1];
    const rest = Math.floor((whole % length) / smallerLength);
    return `${Math.floor(whole / length)} ${unit}${rest === 0 || unit === 'min' ? '' : ` ${rest} ${smaller}`}`;
  }
  return `${whole} s`;
}

export function spanBetween(from: string, until: string): string {
  return spanText((Date.parse(until) - Date.parse(from)) / 1_000);
}

/** Lines stay where they are, and what was a minute ago does not: on a screen by the clock, and by the day if not today. */
export function momentText({ isTerminal }: Pick<Output, 'isTerminal'>): (iso: string) => string {
  return (iso) => {
    if (!isTerminal) return iso;
    const at = new Date(iso);
    const clock = at.toLocaleTimeString('en-GB');
    return at.toDateString() === new Date().toDateString() ? clock : `${at.toLocaleDateString('sv-SE')} ${clock}`;
  };
}
