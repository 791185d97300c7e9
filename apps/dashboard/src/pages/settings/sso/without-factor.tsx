import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session.ts';
import { ErrorNotice } from '../../../design/notice.tsx';
import { Waiting } from '../../../design/waiting.tsx';
import { People } from './people.tsx';
import css from './policy.module.css';
import { useActiveUsers } from './use-active-users.ts';

/** Whom requiring a second factor concerns. */
export function WithoutFactor() {
  const { users, isAll, error } = useActiveUsers();
  const { data: session } = useQuery(sessionQuery);
  if (users === undefined)
    return error === null ? (
      <Waiting what="the affected users" />
    ) : (
      <ErrorNotice what="Could not load the affected users" error={error} />
    );
  const lacking = users.filter(({ has_password, has_totp }) => has_password && !has_totp);
  return (
    <div className={css['affected']}>
      <p>
        Anyone who signed in with a password and has no second factor can do nothing but set one up, even in current
        sessions. Tokens and service accounts are not affected; with single sign-on, the provider is responsible.
      </p>
      <People of={lacking} who={`without a second factor${isAll ? '' : ', of the newest 200'}`}>
        They are asked to set one up the next time they use the dashboard.
        {session?.user.totp === false && ' You are one of them, and will be asked at once.'}
      </People>
      {lacking.length === 0 && isAll && <p>Everyone with a password has a second factor, so nobody is affected.</p>}
    </div>
  );
}
