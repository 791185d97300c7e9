import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { lacksAdmin, NeedsAdmin } from './admin-only.tsx';
import { Domains } from './sso/domains.tsx';
import { ssoQuery } from './sso/paths.ts';
import { Policy } from './sso/policy.tsx';
import { Provider } from './sso/provider.tsx';

/** Whom to believe about who somebody is, and whether that is the only way in. */
export function SsoPage() {
  const { data, error, refetch } = useQuery(ssoQuery);
  return (
    <Page
      title="Single sign-on"
      state={<p className="quiet">People sign in at your own identity provider, by OpenID Connect.</p>}
    >
      {data === undefined && error === null && <Waiting what="single sign-on" />}
      {lacksAdmin(error) && <NeedsAdmin what="single sign-on" />}
      {error !== null && !lacksAdmin(error) && (
        <ErrorNotice what="Single sign-on could not be read" error={error} retry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Provider found={data} />
          <Domains />
          <Policy isOn={data?.connection.enabled ?? false} />
        </>
      )}
    </Page>
  );
}
