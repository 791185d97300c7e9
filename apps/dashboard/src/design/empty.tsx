import type { ReactNode } from 'react';
import { Command } from './copy.tsx';
import css from './empty.module.css';

interface EmptyProps {
  /** What will be here. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The same step in a terminal. */
  readonly command?: string;
  readonly action?: ReactNode;
}

/** Says what will be here and the one step to get it. */
export function Empty({ title, children, command, action }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <h2>{title}</h2>
      {children}
      {action}
      {command !== undefined && <Command>{command}</Command>}
    </div>
  );
}
