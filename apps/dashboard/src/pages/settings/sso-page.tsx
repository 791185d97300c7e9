import { useQuery } from '@tanstack/react-query';
import { Page } from '../../design/page.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { Domains } from './sso/domains.tsx';
import { ssoQuery } from './sso/paths.ts';
import { Policy } from './sso/policy.tsx';
import { Provider } from './sso/provider.tsx';

/** Whom to believe about who somebody is, and whether that is the only way in. */
export function SsoPage() {
  const query = useQuery(ssoQuery);
  return (
    <Page
      title="Single sign-on"
      state={<p className="quiet">Users sign in with your own identity provider, over OpenID Connect.</p>}
    >
      <Loaded of={query} what="the single sign-on settings">
        {(found) => (
          <>
            <Provider found={found} />
            <Domains />
            <Policy isOn={found?.connection.enabled ?? false} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
