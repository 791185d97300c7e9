import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every time on the page. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What `tell` says now; drawn again only when that changes. */
export function useNow(tell: (now: number) => string): string {
  return useSyncExternalStore(listen, () => tell(Date.now()));
}

const units: readonly (readonly [name: string, seconds: number])[] = [
  ['y', 31_536_000],
  ['mo', 2_592_000],
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** How long, in its largest unit: "4 min". */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [name, size] = units.find(([, least]) => seconds >= least) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}

/** How long something planned takes, to the minute: "1 h 30 min". */
export function lengthOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

export function relative(at: number, now: number): string {
  // Clocks differ by a little; nothing is from a second in the future.
  if (Math.abs(now - at) < 1_000) return 'now';
  return at > now ? `in ${spanOf(at - now)}` : `${spanOf(now - at)} ago`;
}

// Made once: making one costs far more than using it, and a table uses hundreds.
const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** The exact moment with its zone, for titles and copies. */
export function exact(at: number): string {
  return exactly.format(at);
}

/** A moment that a list begins at, as its filter says it. */
export function sinceWords(at: string): string {
  const moment = Date.parse(at);
  return Number.isNaN(moment) ? 'Since a moment that is none' : `Since ${exact(moment)}`;
}

/** 2026-11-15T09:30, as a field for a moment writes it: in the zone of whoever looks. */
export function localMinute(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}
