import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areas } from '../areas.ts';
import { isSingleKey } from './single-key.ts';

const secondMs = 1_000;

/** g, then the letter of an area. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let began = -secondMs;
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      if (event.key === 'g') {
        began = event.timeStamp;
        return;
      }
      const area = areas.find(({ key }) => key === event.key);
      if (area !== undefined && event.timeStamp - began < secondMs) {
        // The letter is used up: it is none of the page's own keys.
        event.preventDefault();
        void navigate({ to: area.to });
      }
      began = -secondMs;
    };
    // Before the page that is open hears of it.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [navigate]);
}
