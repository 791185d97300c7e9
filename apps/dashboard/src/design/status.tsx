import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './status.module.css';

/** What colours mean here; a note is for knowing only. */
export type Tone = 'ok' | 'attention' | 'failing' | 'running' | 'waiting' | 'note' | 'unknown';

/** Always icon, word and colour together. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={css['status']} data-tone={tone}>
      <Icon name={tone} size={14} />
      <span>{children}</span>
    </span>
  );
}
