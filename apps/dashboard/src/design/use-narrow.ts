import { useSyncExternalStore } from 'react';

/** As the style sheets have it. */
const narrow = window.matchMedia('(max-width: 700px)');

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
