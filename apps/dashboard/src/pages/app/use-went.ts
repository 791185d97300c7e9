import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { App } from '../../api/apps.ts';
import { say } from '../../design/said.tsx';

/** After a change: says what was begun, and shows it at work. */
export function useWent(): (words: string, app: App) => void {
  const navigate = useNavigate();
  return useCallback(
    (words, app) => {
      say(words);
      void navigate({ to: '/apps/$appId', params: { appId: app.id } });
    },
    [navigate],
  );
}
