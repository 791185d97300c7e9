import { useEffect, useRef } from 'react';
import { isSingleKey } from './single-key.ts';

/** Single keys that the open page knows; one without a step does nothing now. */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = latest.current[event.key];
      if (step === undefined || !isSingleKey(event)) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
