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
import { ApiList } from '../../../lists/api-list.tsx';
import { useApiList } from '../../../lists/use-api-list.ts';
import { ScopeButton } from '../../../scopes/scope-button.tsx';
import { CredentialState, LastUsed } from '../credential-state.tsx';
import { CreateSecret, type CreatedSecret } from './create-secret.tsx';
import { type Account, type Secret, secrets } from './paths.ts';
import { ShownSecret } from './shown-secret.tsx';

export function Secrets({ account }: { readonly account: Account }) {
  const list = useApiList({ ask: () => listing(secrets, { params: { id: account.id } }) });
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
          <ScopeButton
            scope="admin"
            look="danger"
            onClick={() => setEnding(secret)}
            aria-label={`Revoke secret ${secret.name}`}
          >
            Revoke
          </ScopeButton>
        ),
    },
  ];
  return (
    <Section
      title="Secrets"
      about="Several can be valid at once, so you can switch to a new one before you revoke the old one."
      actions={
        <ScopeButton scope="admin" look="primary" onClick={() => setMaking(true)}>
          Create secret
        </ScopeButton>
      }
    >
      <ApiList
        list={list}
        what="secrets"
        label={`Secrets of ${account.name}`}
        columns={columns}
        empty={
          <Empty title="Secrets will appear here">
            <p>
              A program uses a secret to get access tokens as {account.name}. Create one above; it is shown only once.
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
        Whatever uses it is refused within a second, including access tokens obtained with it. This cannot be undone,
        but you can create a new secret.
      </p>
    </Confirm>
  );
}
