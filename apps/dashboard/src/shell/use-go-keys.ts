import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areas } from '../areas.ts';

/** Single keys can be switched off, for those who speak to their computer. Profile has the switch. */
export const keysOff = 'wheelhouse.keys-off';

const secondMs = 1_000;

/** g, then the letter of an area. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let began = -secondMs;
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]') !== null;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem(keysOff) !== null) return;
      if (event.key === 'g') {
        began = event.timeStamp;
        return;
      }
      const area = areas.find(({ key }) => key === event.key);
      if (area !== undefined && event.timeStamp - began < secondMs) void navigate({ to: area.to });
      began = -secondMs;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
