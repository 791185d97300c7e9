import { useQuery } from '@tanstack/react-query';
import type { Paths } from '@wheelhouse/sdk';
import { sessionQuery } from '../../api/session.ts';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { Appearance } from './profile/appearance.tsx';
import { ChangePassword } from './profile/change-password.tsx';
import { MailWishes } from './profile/mail-wishes.tsx';
import css from './profile/profile.module.css';
import { SecondFactor } from './profile/second-factor.tsx';
import { WhoYouAre } from './profile/who-you-are.tsx';

type Session = Paths['/auth/api/v1/session']['GET']['answers'][200];

/** You, how you prove it, and how things look to you. */
export function ProfilePage() {
  return (
    <Page title="Profile">
      <Loaded of={useQuery(sessionQuery)} what="your profile">
        {(session) => <You session={session} />}
      </Loaded>
    </Page>
  );
}

function You({ session }: { readonly session: Session }) {
  const needsFactor = session.needs_totp_setup === true;
  // With a key it stays the same where it moves, and with it the recovery codes that are shown once.
  const factor = <SecondFactor key="factor" isOn={session.user.totp} email={session.user.email} />;
  return (
    <>
      {needsFactor && (
        <Notice tone="waiting" title="Your tenant requires a second factor. Set it up below.">
          <p>Until then, this session can do nothing else.</p>
        </Notice>
      )}
      <div className={css['sections']}>
        {needsFactor && factor}
        <WhoYouAre session={session} />
        {!needsFactor && factor}
        {!needsFactor && <MailWishes />}
        <ChangePassword email={session.user.email} />
        <Appearance />
      </div>
    </>
  );
}
