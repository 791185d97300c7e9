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
        <Notice tone="ok" title={`It was mailed to ${email} too.`} />
      ) : (
        <Notice tone="attention" title="It was not mailed.">
          <p className="name">
            {link.reason === undefined ? '' : `${link.reason}. `}Give it to {email} yourself, by a way that only they
            read.
          </p>
        </Notice>
      )}
      <p>
        It works once and ends <Time at={link.expires_at} />. Whoever opens it sets the password.
      </p>
    </ShownOnce>
  );
}
