import type { ReactNode } from 'react';
import { ButtonLink } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import type { Tone } from '../../design/status.tsx';
import { Entrance } from './entrance.tsx';

interface BadLinkProps {
  readonly title: string;
  /** What is wrong with it, as one sentence. */
  readonly wrong: string;
  readonly tone?: Tone;
  /** The next step. */
  readonly children: ReactNode;
}

/** A link that leads nowhere, and where a good one is got. */
export function BadLink({ title, wrong, tone = 'attention', children }: BadLinkProps) {
  return (
    <Entrance title={title}>
      <Notice tone={tone} title={wrong} />
      {children}
      <div>
        <ButtonLink to="/login">Go to sign-in</ButtonLink>
      </div>
    </Entrance>
  );
}
