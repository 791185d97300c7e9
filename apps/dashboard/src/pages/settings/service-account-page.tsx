import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts, Page } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { Limits } from './power/limits.tsx';
import { AccountState } from './service-accounts/account-state.tsx';
import { AccountSteps } from './service-accounts/account-steps.tsx';
import { type Account, oneAccount } from './service-accounts/paths.ts';
import { Secrets } from './service-accounts/secrets.tsx';

const above = [{ label: 'Service accounts', link: { to: '/settings/service-accounts' } }] as const;

export function ServiceAccountPage() {
  const { accountId } = useParams({ from: '/signed-in/settings/service-accounts/$accountId' });
  const query = useQuery(reading(oneAccount, { params: { id: accountId } }));
  return (
    <LoadedPage of={query} kind="service account" above={above}>
      {(account) => <Shown account={account} />}
    </LoadedPage>
  );
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
