import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import css from './tabs.module.css';

interface Tab {
  readonly label: string;
  readonly count?: number | undefined;
  readonly link: LinkProps;
}

/** Parts of one thing, each with an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Where there is no room for all, the one that is open is in view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, tabs.length]);
  return (
    <nav ref={nav} aria-label={label} className={css['tabs']}>
      {tabs.map(({ label: words, count, link }) => (
        <Link key={words} activeOptions={{ exact: true, includeSearch: false }} {...link} className={css['tab']}>
          {words}
          {count !== undefined && <span className={css['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
