import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import css from './shell.module.css';
import { useGoKeys } from './use-go-keys.ts';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));

const isMac = navigator.userAgent.includes('Mac');
const keys = isMac ? '⌘K' : 'Ctrl K';

/** Every place and command by its name: Ctrl or Command and K. */
export function Palette() {
  const [open, setOpen] = useState(false);
  useGoKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      setOpen((is) => !is);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={css['search']} onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span className={css['searchWords']}>Search or run a command</span> <kbd>{keys}</kbd>
      </button>
      {open && (
        <Suspense>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
