import { exact, relative, spanOf, useNow } from './clock.ts';

/** A moment: relative, exact on hover. `as="for"` says how long it has lasted. */
export function Time({ at, as = 'relative' }: { readonly at: string | number; readonly as?: 'relative' | 'for' }) {
  const moment = typeof at === 'number' ? at : Date.parse(at);
  const words = useNow((now) => (as === 'for' ? spanOf(now - moment) : relative(moment, now)));
  return (
    <time className="number" dateTime={new Date(moment).toISOString()} title={exact(moment)}>
      {words}
    </time>
  );
}
