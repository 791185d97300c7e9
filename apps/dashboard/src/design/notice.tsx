import { ApiError, ConnectionError } from '@wheelhouse/sdk';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Copyable } from './copy.tsx';
import { Icon } from './icon.tsx';
import css from './notice.module.css';
import type { Tone } from './status.tsx';

interface NoticeProps {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly role?: 'alert' | 'status';
}

export function Notice({ tone, title, children, actions, role }: NoticeProps) {
  return (
    <div className={css['notice']} data-tone={tone} role={role}>
      <span className={css['icon']}>
        <Icon name={tone} />
      </span>
      <div className={css['words']}>
        <p className={css['title']}>{title}</p>
        {children}
      </div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </div>
  );
}

interface ErrorNoticeProps {
  /** What could not be done, as a sentence without its end: "Could not load the clusters". */
  readonly what: string;
  readonly error: Error;
  readonly retry?: (() => void) | undefined;
}

/** What happened, to what, why, the next step, and the request id. */
export function ErrorNotice({ what, error, retry }: ErrorNoticeProps) {
  return (
    <Notice
      tone="failing"
      role="alert"
      title={`${what}.`}
      actions={retry && <Button onClick={retry}>Try again</Button>}
    >
      <p className="name">{reasonOf(error)}</p>
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className={css['request']}>
          request <Copyable text={error.requestId} what="the request id" />
        </p>
      )}
    </Notice>
  );
}

/** In words for people; the API's own messages are that already. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiError) {
    // A name or an address at the beginning stays as it is written.
    const text = error.message.replace(/^[a-z]+(?=[\s,:;])/, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
    const known = error.details.filter(({ message }) => !error.message.includes(message));
    const details = known.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return `${text.replace(/\.$/, '')}.${details === '' ? '' : ` ${details}.`}`;
  }
  if (error instanceof ConnectionError)
    return 'The server did not respond. Check that you are online and that Wheelhouse is running, then try again.';
  return error.message;
}
