import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { IconButton } from '../design/button.tsx';
import { StopButton } from '../kill-switch/stop-button.tsx';
import { Freshness } from './freshness.tsx';
import { Mark } from './mark.tsx';
import { Palette } from './palette.tsx';
import css from './shell.module.css';
import { You } from './you.tsx';

interface TopBarProps {
  readonly placesOpen: boolean;
  readonly onPlaces: () => void;
}

export function TopBar({ placesOpen, onPlaces }: TopBarProps) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <header className={css['top']}>
      <span className={css['burger']}>
        <IconButton icon="menu" label="Places" aria-expanded={placesOpen} aria-controls="places" onClick={onPlaces} />
      </span>
      <Link to="/" className={css['brand']} aria-label="Wheelhouse">
        <Mark />
        <span className={css['brandWords']}>Wheelhouse</span>
      </Link>
      <span className={`${css['tenant']} name`}>{session?.tenant.name}</span>
      <span className={css['grow']} />
      <StopButton wordsClass={css['stopWords']} />
      <Palette />
      <Freshness />
      <You />
    </header>
  );
}
