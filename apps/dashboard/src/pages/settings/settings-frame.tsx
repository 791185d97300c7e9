import { Outlet } from '@tanstack/react-router';
import { settingsPages } from '../../areas.ts';
import { Tabs } from '../../design/tabs.tsx';
import { useMayReach } from '../../shell/use-may-reach.ts';
import css from './settings-frame.module.css';

/** Your own first, then what an administrator keeps. */
export function SettingsFrame() {
  const tabs = settingsPages.filter(useMayReach()).map(({ name, tab = name, to, hasPages = false }) => ({
    label: tab,
    link: { to, activeOptions: { exact: !hasPages, includeSearch: false } },
  }));
  return (
    <div className={css['frame']}>
      <Tabs label="Settings" tabs={tabs} />
      <Outlet />
    </div>
  );
}
