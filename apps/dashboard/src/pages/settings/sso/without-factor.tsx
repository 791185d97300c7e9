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
      <Waiting what="whom it concerns" />
    ) : (
      <ErrorNotice what="Whom it concerns could not be read" error={error} />
    );
  const lacking = users.filter(({ has_password, has_totp }) => has_password && !has_totp);
  return (
    <div className={css['affected']}>
      <p>
        Whoever signed in with a password and has no second factor can do nothing but set one up, also in the sessions
        that are open now. Tokens and service accounts go on as they are; with single sign-on it is the provider's
        business.
      </p>
      <People of={lacking} who={`without a second factor${isAll ? '' : ', of the newest 200'}`}>
        They set one up when they next do something here.
        {session?.user.totp === false && ' You are one of them: you will be asked to at once.'}
      </People>
      {lacking.length === 0 && isAll && <p>Everybody who has a password has a second factor: nobody is held up.</p>}
    </div>
  );
}
