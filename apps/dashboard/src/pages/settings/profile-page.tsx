import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { Appearance } from './profile/appearance.tsx';
import { ChangePassword } from './profile/change-password.tsx';
import css from './profile/profile.module.css';
import { SecondFactor } from './profile/second-factor.tsx';
import { WhoYouAre } from './profile/who-you-are.tsx';

/** You, how you prove it, and how things look to you. */
export function ProfilePage() {
  const session = useQuery(sessionQuery);
  if (session.data === undefined)
    return (
      <Page title="Profile">
        {session.error === null ? (
          <Waiting what="who you are" />
        ) : (
          <ErrorNotice
            what="Who you are could not be read"
            error={session.error}
            retry={() => void session.refetch()}
          />
        )}
      </Page>
    );
  const needsFactor = session.data.needs_totp_setup === true;
  // With a key it stays the same where it moves, and with it the recovery codes that are shown once.
  const factor = <SecondFactor key="factor" isOn={session.data.user.totp} email={session.data.user.email} />;
  return (
    <Page title="Profile">
      {needsFactor && (
        <Notice tone="waiting" title="Your tenant asks for a second factor. Set it up below.">
          <p>Until then this session can do nothing else.</p>
        </Notice>
      )}
      <div className={css['sections']}>
        {needsFactor && factor}
        <WhoYouAre session={session.data} />
        {!needsFactor && factor}
        <ChangePassword email={session.data.user.email} />
        <Appearance />
      </div>
    </Page>
  );
}
