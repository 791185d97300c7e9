import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorNotice, Notice } from '../../../design/notice.tsx';
import { Waiting } from '../../../design/waiting.tsx';
import type { User } from '../users/paths.ts';
import { domainsQuery } from './paths.ts';
import { People } from './people.tsx';
import css from './policy.module.css';
import { useActiveUsers } from './use-active-users.ts';

/** Whom closing passwords concerns. */
export function WithoutSso() {
  const { users, isAll, error } = useActiveUsers();
  const domains = useInfiniteQuery(domainsQuery);
  const known = domains.data?.pages.flatMap(({ data }) => data);
  if (users === undefined || known === undefined) {
    const fault = error ?? domains.error;
    return fault === null ? (
      <Waiting what="the affected users" />
    ) : (
      <ErrorNotice what="Could not load the affected users" error={fault} />
    );
  }
  const verified = new Set(known.filter(({ verified_at }) => verified_at !== null).map(({ domain }) => domain));
  const isOutside = ({ email }: User) => !verified.has(email.slice(email.lastIndexOf('@') + 1));
  const mayUsePassword = ({ role_name, has_totp, has_password }: User) =>
    role_name === 'owner' && has_totp && has_password;
  const outside = users.filter((user) => isOutside(user) && !mayUsePassword(user));
  const untried = users.filter((user) => !isOutside(user) && !user.has_sso && !mayUsePassword(user));
  const newest = isAll ? '' : ', of the newest 200';
  return (
    <div className={css['affected']}>
      <p>
        Users can then sign in only through the identity provider, and everyone who signed in with a password is signed
        out at once, including you. Owners with a second factor stay signed in and can still use their password in case
        the provider is down. Tokens and service accounts are not affected.
      </p>
      <People of={outside} who={`with an address outside the verified domains${newest}`}>
        They can no longer sign in.
      </People>
      <People of={untried} who={`who never signed in through the provider${newest}`}>
        The provider must know them by the same address, or they cannot sign in again.
      </People>
      {!users.some(mayUsePassword) && isAll && (
        <Notice tone="attention" title="No owner has a second factor.">
          <p>If the provider is down, nobody can sign in. Set one up in your profile first.</p>
        </Notice>
      )}
    </div>
  );
}
