import type { ReactNode } from 'react';
import { Notice } from '../../../design/notice.tsx';
import { named } from './use-active-users.ts';

interface PeopleProps {
  readonly of: readonly { readonly email: string }[];
  /** With how many and a verb: "have no second factor". */
  readonly who: string;
  readonly children: ReactNode;
}

/** Those whom a rule concerns, by name; nothing when there are none. */
export function People({ of, who, children }: PeopleProps) {
  if (of.length === 0) return null;
  return (
    <Notice tone="attention" title={`${of.length} ${of.length === 1 ? 'user' : 'users'} ${who}`}>
      <p className="name">{named(of)}</p>
      <p>{children}</p>
    </Notice>
  );
}
