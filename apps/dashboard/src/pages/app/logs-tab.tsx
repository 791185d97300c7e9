import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { appLogs } from '../../api/logs.ts';
import { LogView } from '../../logs/log-view.tsx';
import { useApp } from './app-context.ts';

/** What all pods of the app write. */
export function LogsTab() {
  const { id } = useApp();
  const search = useSearch({ from: '/signed-in/apps/$appId/logs' });
  const open = useMemo(() => appLogs(id), [id]);
  return <LogView open={open} search={search} />;
}
