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
      <BadLink title={title} wrong="This page needs the whole link you were given.">
        <p>
          What stands behind the <code>#</code> is missing; it is taken out of the address once the page is open, so a
          reload needs the link again. Open it from the mail or message it came in.
        </p>
      </BadLink>
    );
  if (!isWhole)
    return (
      <BadLink title={title} wrong="This link was not copied whole.">
        <p>Copy it again from the mail or message it came in, to its very end.</p>
      </BadLink>
    );
  if (look.data !== undefined) return <SetPassword token={token} link={look.data} />;
  if (isApiError(look.error, 'gone', 'not_found', 'forbidden'))
    return (
      <BadLink title={title} wrong={reasonOf(look.error)}>
        <p>
          An administrator of your tenant makes a new one under Settings, Users. If you have set your password already,
          sign in with it.
        </p>
      </BadLink>
    );
  return (
    <Entrance title={title}>
      {look.error === null ? (
        <Waiting what="whom the link is for" />
      ) : (
        <ErrorNotice what="The link could not be looked at" error={look.error} retry={() => void look.refetch()} />
      )}
    </Entrance>
  );
}
