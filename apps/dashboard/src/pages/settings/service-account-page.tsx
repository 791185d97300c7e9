import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { Copyable } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Facts, Page } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { lacksAdmin, NeedsAdmin } from './admin-only.tsx';
import { Limits } from './power/limits.tsx';
import { AccountState } from './service-accounts/account-state.tsx';
import { AccountSteps } from './service-accounts/account-steps.tsx';
import { type Account, oneAccount } from './service-accounts/paths.ts';
import { Secrets } from './service-accounts/secrets.tsx';

const above = [{ label: 'Service accounts', link: { to: '/settings/service-accounts' } }] as const;

export function ServiceAccountPage() {
  const { accountId } = useParams({ from: '/house/settings/service-accounts/$accountId' });
  const { data, error, refetch } = useQuery(reading(oneAccount, { params: { id: accountId } }));
  if (data !== undefined) return <Shown account={data} />;
  return (
    <Page title="Service account" above={above}>
      {error === null && <Waiting what="the service account" />}
      {error !== null && <Unread error={error} retry={() => void refetch()} />}
    </Page>
  );
}

function Unread({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  if (lacksAdmin(error)) return <NeedsAdmin what="service accounts" />;
  // An address that names nothing is not well-formed (400) or not there (404).
  if (isApiError(error, 'not_found', 'invalid_request'))
    return (
      <Empty title="There is no such service account">
        <p>
          It may have been deleted, or the address is not whole.{' '}
          <Link to="/settings/service-accounts">See all service accounts</Link>
        </p>
      </Empty>
    );
  return <ErrorNotice what="The service account could not be read" error={error} retry={retry} />;
}

function Shown({ account }: { readonly account: Account }) {
  const { byId } = useClusters();
  const { id, name, description, state, scopes, cluster_ids, cloudspace_ids, created_at, updated_at } = account;
  return (
    <Page
      title={name}
      above={above}
      state={
        <>
          <AccountState state={state} />
          {description !== '' && <span className="name quiet">{description}</span>}
        </>
      }
      actions={<AccountSteps account={account} />}
    >
      <Facts
        facts={[
          ['Client id', <Copyable key="id" text={id} what="the client id" />],
          ['Scopes', scopes.join(', ')],
          ['Clusters', <Limits key="clusters" ids={cluster_ids} byId={byId} />],
          ...(cloudspace_ids === null ? [] : [['CloudSpaces', `only ${cloudspace_ids.length}`] as const]),
          ['Created', <Time key="created" at={created_at} />],
          ['Changed', <Time key="changed" at={updated_at} />],
        ]}
      />
      <Secrets account={account} />
    </Page>
  );
}
