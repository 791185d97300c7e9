import { base, client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { Button } from '../../design/button.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { returnPath } from './return-to.ts';

interface SsoSignInProps {
  readonly tenant: string | undefined;
  readonly returnTo: string | undefined;
  readonly look: 'usual' | 'primary';
}

/** Leads to the tenant's identity provider, which leads back. */
export function SsoSignIn({ tenant, returnTo, look }: SsoSignInProps) {
  const start = useChange(
    async () => {
      const body = { return_to: base + returnPath(returnTo), ...(tenant === undefined ? {} : { tenant }) };
      const { data } = await client.post('/auth/api/v1/sso/start', { body, retries: 0 });
      return data.authorization_url;
    },
    { done: (url) => window.location.assign(url) },
  );
  return (
    <>
      <Button look={look} busy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        Sign in with single sign-on
      </Button>
      {start.error !== null && <ErrorNotice what="Could not start single sign-on" error={start.error} />}
    </>
  );
}
