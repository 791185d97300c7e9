import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ChoiceFilter, Filters } from '../../design/filters.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { AdminButton, AdminList } from './admin-only.tsx';
import { Limits } from './power/limits.tsx';
import { AccountState } from './service-accounts/account-state.tsx';
import { CreateAccount } from './service-accounts/create-account.tsx';
import { type Account, accounts } from './service-accounts/paths.ts';

/** What programs act as. Each has a page of its own, with its secrets. */
export function ServiceAccountsPage() {
  const { state } = useSearch({ from: '/house/settings/service-accounts' });
  const navigate = useNavigate({ from: '/settings/service-accounts' });
  const query = useInfiniteQuery(listing(accounts, { query: { state } }));
  const { byId } = useClusters();
  const [making, setMaking] = useState(false);
  const open = ({ id }: Account) =>
    void navigate({ to: '/settings/service-accounts/$accountId', params: { accountId: id } });
  const columns: readonly Column<Account>[] = [
    {
      id: 'name',
      label: 'Name',
      cell: ({ id, name }) => (
        <Link to="/settings/service-accounts/$accountId" params={{ accountId: id }} className="name">
          {name}
        </Link>
      ),
    },
    { id: 'state', label: 'State', cell: (account) => <AccountState state={account.state} /> },
    { id: 'scopes', label: 'Scopes', folds: true, cell: ({ scopes }) => scopes.join(', ') },
    {
      id: 'clusters',
      label: 'Clusters',
      folds: true,
      cell: ({ cluster_ids }) => <Limits ids={cluster_ids} byId={byId} />,
    },
    {
      id: 'created',
      label: 'Created',
      folds: true,
      foldedLabel: 'created',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  return (
    <Page
      title="Service accounts"
      state={<p className="quiet">A program acts as one, and goes on when the person who set it up leaves.</p>}
      actions={
        <AdminButton look="primary" onClick={() => setMaking(true)}>
          Create service account
        </AdminButton>
      }
    >
      <Filters>
        <ChoiceFilter
          label="State"
          value={state}
          choices={['active', 'suspended']}
          onChange={(value) => void navigate({ search: { state: value }, replace: true })}
        />
      </Filters>
      <AdminList
        query={query}
        what="the service accounts"
        label="Service accounts"
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={open}
        empty={
          state === undefined ? (
            <Empty title="Service accounts will be here">
              <p>
                Create one above for a program that calls the API: a deploy job, a chat bot, a backup. It has scopes of
                its own, and secrets that can be replaced while it runs.
              </p>
            </Empty>
          ) : (
            <Empty title={`No service account is ${state}`}>
              <p>Choose another state above to see the others.</p>
            </Empty>
          )
        }
      />
      {making && (
        <CreateAccount
          onClose={() => setMaking(false)}
          onMade={(account) => {
            say(`Created ${account.name}; now make its first secret`);
            open(account);
          }}
        />
      )}
    </Page>
  );
}
