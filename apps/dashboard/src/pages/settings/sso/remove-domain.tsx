import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { say } from '../../../design/said.tsx';
import { type Domain, domainsPath } from './paths.ts';

export function RemoveDomain({ domain, onClose }: { readonly domain: Domain; readonly onClose: () => void }) {
  const isInUse = domain.verified_at !== null;
  const remove = useChange(() => client.delete('/auth/api/v1/sso/domains/{id}', { params: { id: domain.id } }), {
    outdates: [domainsPath],
    done: () => {
      say(`Removed ${domain.domain}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={`Remove ${domain.domain}`}
      failed="The domain was not removed"
      {...(isInUse ? { typed: domain.domain } : {})}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {isInUse
          ? `Users with an address at ${domain.domain} can no longer sign in with single sign-on, and those who did are signed out at once.`
          : 'It is not verified, so nobody signs in with it. If you add it again, it gets a new record.'}
      </p>
    </Confirm>
  );
}
