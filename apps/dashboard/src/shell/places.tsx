import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Area, areas, groups } from '../areas.ts';
import { Icon } from '../design/icon.tsx';
import { type Count, useCounts } from '../needs/use-needs.ts';
import { useMayReach } from './use-may-reach.ts';
import css from './shell.module.css';

/** Few, in groups that fold, with counts only where someone must act. */
export function Places({ open }: { readonly open: boolean }) {
  const counts = useCounts();
  const mayReach = useMayReach();
  const shown = areas.filter(mayReach);
  const lineOf = (area: Area) => <PlaceLink key={area.to} area={area} count={counts.get(area.to)} />;
  return (
    <nav aria-label="Places" className={css['places']} data-open={open} id="places">
      {shown.filter(({ group }) => group === undefined).map(lineOf)}
      {groups.map((group) => {
        const within = shown.filter((area) => area.group === group);
        return within.length === 0 ? null : (
          <Group key={group} name={group}>
            {within.map(lineOf)}
          </Group>
        );
      })}
    </nav>
  );
}

const foldedKey = (name: string) => `wheelhouse.folded.${name}`;

function Group({ name, children }: { readonly name: string; readonly children: readonly React.ReactNode[] }) {
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey(name)) !== null);
  const turn = () => {
    if (folded) localStorage.removeItem(foldedKey(name));
    else localStorage.setItem(foldedKey(name), 'yes');
    setFolded(!folded);
  };
  return (
    <div className={css['group']}>
      <button type="button" className={css['groupName']} aria-expanded={!folded} onClick={turn}>
        {name}
        <Icon name={folded ? 'right' : 'down'} size={12} />
      </button>
      {!folded && children}
    </div>
  );
}

function PlaceLink({ area: { to, icon, name }, count }: { readonly area: Area; readonly count: Count | undefined }) {
  return (
    <Link to={to} className={css['place']} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <Icon name={icon} />
      {name}
      {count !== undefined && count.count > 0 && (
        <span className={css['count']}>
          {count.count}
          <span className="unseen"> {count.words}</span>
        </span>
      )}
    </Link>
  );
}
