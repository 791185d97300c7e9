import { Link, type LinkProps } from '@tanstack/react-router';
import css from './tabs.module.css';

interface Tab {
  readonly label: string;
  readonly count?: number | undefined;
  readonly link: LinkProps;
}

/** Parts of one thing, each with an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={css['tabs']}>
      {tabs.map(({ label: words, count, link }) => (
        <Link key={words} activeOptions={{ exact: true, includeSearch: false }} {...link} className={css['tab']}>
          {words}
          {count !== undefined && <span className={css['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
