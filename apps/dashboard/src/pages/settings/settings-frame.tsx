import { Outlet } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Tabs } from '../../design/tabs.tsx';
import css from './settings-frame.module.css';

/** Your own first, then what an administrator keeps. */
export function SettingsFrame() {
  const admin = useMay('admin');
  const own = [
    { label: 'Access Tokens', link: { to: '/settings/access-tokens' } },
    { label: 'Sessions', link: { to: '/settings/sessions' } },
    { label: 'Profile', link: { to: '/settings/profile' } },
  ] as const;
  const administered = [
    {
      label: 'Service Accounts',
      // Each has a page below.
      link: { to: '/settings/service-accounts', activeOptions: { exact: false, includeSearch: false } },
    },
    { label: 'Users', link: { to: '/settings/users' } },
    { label: 'Roles', link: { to: '/settings/roles' } },
    { label: 'SSO', link: { to: '/settings/sso' } },
    { label: 'Approvals', link: { to: '/settings/approvals' } },
    { label: 'Audit', link: { to: '/settings/audit' } },
  ] as const;
  return (
    <div className={css['frame']}>
      <Tabs label="Settings" tabs={admin ? [...own, ...administered] : own} />
      <Outlet />
    </div>
  );
}
