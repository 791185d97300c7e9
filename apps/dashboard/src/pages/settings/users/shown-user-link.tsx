import { Notice } from '../../../design/notice.tsx';
import { ShownOnce } from '../../../design/secret.tsx';
import { Time } from '../../../design/time.tsx';
import type { ShownLink } from './paths.ts';

interface ShownUserLinkProps {
  readonly title: string;
  readonly email: string;
  readonly link: ShownLink;
  readonly onClose: () => void;
}

/** Whoever opens it first sets the password: it is as good as one. */
export function ShownUserLink({ title, email, link, onClose }: ShownUserLinkProps) {
  return (
    <ShownOnce title={title} what="link" value={link.url} fileName={`link-for-${email}.txt`} onClose={onClose}>
      {link.mailed ? (
        <Notice tone="ok" title={`It was also emailed to ${email}.`} />
      ) : (
        <Notice tone="attention" title="It was not emailed.">
          <p className="name">
            {link.reason === undefined ? '' : `${link.reason}. `}Give it to {email} yourself, through a channel that
            only they can read.
          </p>
        </Notice>
      )}
      <p>
        It works once and expires <Time at={link.expires_at} />. Whoever opens it can set the password.
      </p>
    </ShownOnce>
  );
}
