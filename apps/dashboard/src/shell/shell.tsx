import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionIsGone } from '../api/session.ts';
import { signedOut } from '../api/signed-out.ts';
import { Said } from '../design/said.tsx';
import { KillSwitchBanner } from '../kill-switch/banner.tsx';
import { KillSwitchDialog } from '../kill-switch/kill-switch-dialog.tsx';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import { Places } from './places.tsx';
import css from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** Left: places. Top: tenant, palette, freshness, you. Middle: the page. */
export function Shell() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const href = useRouterState({ select: ({ location }) => location.href });
  const main = useRef<HTMLElement>(null);
  const [placesOpen, setPlacesOpen] = useState(false);

  useEffect(
    () =>
      signedOut.listen(() => {
        // A call that was on its way while the session's powers changed is refused, and the session lives on.
        void sessionIsGone().then((isGone) => {
          if (!isGone) return queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
          queries.clear();
          return navigate({ to: '/login', search: { return_to: href } });
        });
      }),
    [navigate, queries, href],
  );
  // Who comes to a new page by keys begins at its top, not where they were on the old one.
  const came = useRef(path);
  useEffect(() => {
    setPlacesOpen(false);
    if (came.current === path) return;
    came.current = path;
    main.current?.focus();
  }, [path]);

  return (
    <div className={css['shell']}>
      <a
        className={css['skip']}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <TopBar placesOpen={placesOpen} onPlaces={() => setPlacesOpen(!placesOpen)} />
      <Places open={placesOpen} />
      <div className={css['content']}>
        <KillSwitchBanner />
        <MaintenanceBanner />
        <main id="main" ref={main} tabIndex={-1} className={css['main']}>
          <Outlet />
        </main>
      </div>
      <KillSwitchDialog />
      <Said />
    </div>
  );
}
