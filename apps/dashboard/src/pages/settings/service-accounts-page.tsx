import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { say } from '../../design/said.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { choice } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { Limits } from './power/limits.tsx';
import { AccountState } from './service-accounts/account-state.tsx';
import { CreateAccount } from './service-accounts/create-account.tsx';
import { type Account, accounts } from './service-accounts/paths.ts';

const filters = [choice('state', 'State', ['active', 'suspended'])];

/** What programs act as. Each has a page of its own, with its secrets. */
export function ServiceAccountsPage() {
  const navigate = useNavigate();
  const list = useApiList({ filters, ask: (search) => listing(accounts, { query: search }) });
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
    <ListPage
      title="Service accounts"
      what="service accounts"
      list={list}
      state={<p className="quiet">For programs. They keep working when the person who set them up leaves.</p>}
      actions={
        <ScopeButton scope="admin" look="primary" onClick={() => setMaking(true)}>
          Create service account
        </ScopeButton>
      }
      columns={columns}
      onOpen={open}
      empty={
        <Empty title="Service accounts will appear here">
          <p>
            Create one for a program that calls the API, such as a deploy job, a chat bot or a backup. It has its own
            scopes, and its secrets can be rotated while it runs.
          </p>
        </Empty>
      }
    >
      {making && (
        <CreateAccount
          onClose={() => setMaking(false)}
          onMade={(account) => {
            say(`Created ${account.name}; now create its first secret`);
            open(account);
          }}
        />
      )}
    </ListPage>
  );
}
