import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@wheelhouse/sdk';
import { client } from '../../api/client.ts';
import { ErrorNotice, reasonOf } from '../../design/notice.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { BadLink } from './bad-link.tsx';
import { Entrance } from './entrance.tsx';
import { isLinkSecret } from './link-secret.ts';
import { SetPassword } from './set-password.tsx';
import { useFragment } from './use-fragment.ts';
import { useTurn } from './use-turn.ts';

const title = 'Set your password';

/** An invitation, or the way to a new password: who it is for, then the password. */
export function LinkPage() {
  const token = useFragment();
  const isWhole = isLinkSecret(token);
  // The key names the moment, not the token: what is cached holds no secret.
  const look = useQuery({
    queryKey: ['link', useTurn(token)],
    queryFn: async () => (await client.post('/auth/api/v1/links/look', { body: { token } })).data,
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (token === '')
    return (
      <BadLink title={title} wrong="This page needs the full link you were given.">
        <p>
          The part after the <code>#</code> is missing. It is removed from the address once the page is open, so
          reloading requires the link again. Open it from the email or message it came in.
        </p>
      </BadLink>
    );
  if (!isWhole)
    return (
      <BadLink title={title} wrong="This link is incomplete.">
        <p>Copy the whole link again from the email or message it came in.</p>
      </BadLink>
    );
  if (look.data !== undefined) return <SetPassword token={token} link={look.data} />;
  if (isApiError(look.error, 'gone', 'not_found', 'forbidden'))
    return (
      <BadLink title={title} wrong={reasonOf(look.error)}>
        <p>
          An administrator of your tenant can create a new one under Settings, Users. If you have already set your
          password, sign in with it.
        </p>
      </BadLink>
    );
  return (
    <Entrance title={title}>
      {look.error === null ? (
        <Waiting what="the link" />
      ) : (
        <ErrorNotice what="Could not check the link" error={look.error} retry={() => void look.refetch()} />
      )}
    </Entrance>
  );
}
