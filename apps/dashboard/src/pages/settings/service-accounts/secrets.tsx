import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { listing } from '../../../api/reading.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Section } from '../../../design/page.tsx';
import { say } from '../../../design/said.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import { AdminButton, AdminList } from '../admin-only.tsx';
import { CredentialState, LastUsed } from '../credential-state.tsx';
import { CreateSecret, type CreatedSecret } from './create-secret.tsx';
import { type Account, type Secret, secrets } from './paths.ts';
import { ShownSecret } from './shown-secret.tsx';

export function Secrets({ account }: { readonly account: Account }) {
  const query = useInfiniteQuery(listing(secrets, { params: { id: account.id } }));
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedSecret>();
  const [ending, setEnding] = useState<Secret>();
  const columns: readonly Column<Secret>[] = [
    { id: 'name', label: 'Name', cell: ({ name }) => <span className="name">{name}</span> },
    { id: 'state', label: 'State', cell: (secret) => <CredentialState of={secret} /> },
    {
      id: 'begins',
      label: 'Secret',
      folds: true,
      cell: ({ prefix, last_four }) => <code>{`${prefix}…${last_four}`}</code>,
    },
    {
      id: 'created',
      label: 'Created',
      folds: true,
      foldedLabel: 'created',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    { id: 'used', label: 'Last used', folds: true, foldedLabel: 'used', cell: (secret) => <LastUsed of={secret} /> },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (secret) =>
        secret.revoked_at === null && (
          <AdminButton look="danger" onClick={() => setEnding(secret)} aria-label={`Revoke secret ${secret.name}`}>
            Revoke
          </AdminButton>
        ),
    },
  ];
  return (
    <Section
      title="Secrets"
      about="Several may live at once, so that a new one is in use before the old one is revoked."
      actions={
        <AdminButton look="primary" onClick={() => setMaking(true)}>
          Create secret
        </AdminButton>
      }
    >
      <AdminList
        query={query}
        what="the secrets"
        label={`Secrets of ${account.name}`}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Its secrets will be here">
            <p>
              With a secret, a program gets access tokens in the name of {account.name}. Create one above; it is shown
              once.
            </p>
          </Empty>
        }
      />
      {making && (
        <CreateSecret
          account={account}
          onClose={() => setMaking(false)}
          onMade={(secret) => {
            setMaking(false);
            setMade(secret);
          }}
        />
      )}
      {made !== undefined && <ShownSecret account={account} secret={made} onClose={() => setMade(undefined)} />}
      {ending !== undefined && <Revoke account={account} secret={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

interface RevokeProps {
  readonly account: Account;
  readonly secret: Secret;
  readonly onClose: () => void;
}

function Revoke({ account, secret, onClose }: RevokeProps) {
  const revoke = useChange(
    () =>
      client.delete('/auth/api/v1/service-accounts/{id}/secrets/{secret_id}', {
        params: { id: account.id, secret_id: secret.id },
      }),
    {
      outdates: [secrets],
      done: () => {
        say(`Revoked secret ${secret.name}`);
        onClose();
      },
    },
  );
  return (
    <Confirm
      verb={`Revoke secret ${secret.name}`}
      failed="The secret was not revoked"
      open
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        What uses it is refused within a second, and so are the access tokens got with it. This cannot be undone; a new
        secret can be made.
      </p>
    </Confirm>
  );
}
