import { type ReactNode, useEffect } from 'react';
import { Said } from '../../design/said.tsx';
import { Mark } from '../../shell/mark.tsx';
import css from './entrance.module.css';

interface EntranceProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the pages that stand before the house: the mark, one title, one thing to do. */
export function Entrance({ title, about, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Wheelhouse`;
  }, [title]);
  return (
    <div className={css['entrance']}>
      <header className={css['brand']}>
        <Mark size={24} />
        Wheelhouse
      </header>
      <main className={css['main']}>
        <div className={css['head']}>
          <h1 className="name">{title}</h1>
          {about !== undefined && <div className="quiet">{about}</div>}
        </div>
        {children}
      </main>
      <Said />
    </div>
  );
}

/** Another way, or what comes after, below a line. */
export function EntranceAside({ children }: { readonly children: ReactNode }) {
  return <div className={css['aside']}>{children}</div>;
}
