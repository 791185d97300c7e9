const units = [
  ['year', 31_536_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** `3 min. ago`, `in 89 days`: for people; programs are given the time itself. */
export function relative(iso: string, now: Date): string {
  const seconds = Math.round((Date.parse(iso) - now.getTime()) / 1_000);
  if (Number.isNaN(seconds)) return iso;
  if (Math.abs(seconds) < 1) return 'now';
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
  return 'now';
}

const spans: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A moment, or how long ago: `2026-11-15T10:00:00Z`, `2026-11-15`, `90m`, `2h`, `7d`. */
export function momentOf(text: string, now: Date): Date | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (spans[unit] ?? 0));
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
