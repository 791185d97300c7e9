import type { Schemas } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client, installationUrl, installCli } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { listing } from '../../api/reading.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Command, Copyable } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { say } from '../../design/said.tsx';
import { ShownOnce } from '../../design/secret.tsx';
import type { Column } from '../../design/table.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { CredentialState, LastUsed } from './credential-state.tsx';
import { CreateToken, type CreatedToken } from './create-token.tsx';

type Token = Schemas['auth']['Token'];

const path = '/auth/api/v1/tokens';
const fileOf = ({ prefix }: CreatedToken) => `wheelhouse-token-${prefix}.txt`;

/** Your own tokens, for the command line and the API. */
export function AccessTokensPage() {
  const list = useApiList({ ask: () => listing(path) });
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedToken>();
  const [ending, setEnding] = useState<Token>();
  const revoke = useChange((id: string) => client.delete('/auth/api/v1/tokens/{id}', { params: { id } }), {
    outdates: [path],
    done: () => {
      say(`Revoked token ${ending?.name}`);
      setEnding(undefined);
    },
  });
  const columns: readonly Column<Token>[] = [
    { id: 'name', label: 'Name', cell: ({ name }) => <span className="name">{name}</span> },
    { id: 'state', label: 'State', folds: true, cell: (token) => <CredentialState of={token} /> },
    {
      id: 'begins',
      label: 'Token',
      folds: true,
      cell: ({ prefix, last_four }) => <code>{`${prefix}…${last_four}`}</code>,
    },
    { id: 'scopes', label: 'Scopes', folds: true, cell: ({ scopes }) => scopes.join(', ') },
    { id: 'used', label: 'Last used', folds: true, foldedLabel: 'used', cell: (token) => <LastUsed of={token} /> },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (token) =>
        token.revoked_at === null && (
          <Button look="danger" onClick={() => setEnding(token)} aria-label={`Revoke token ${token.name}`}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <ListPage
      title="Access tokens"
      what="access tokens"
      list={list}
      state={
        <p className="quiet">
          A token acts as you, limited to its own scopes and your role. The command line of this installation:{' '}
          <Copyable text={installCli} what="the command" />
        </p>
      }
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          Create token
        </Button>
      }
      columns={columns}
      empty={
        <Empty title="Your access tokens will appear here" command="wheelhouse login">
          <p>
            A token lets the command line and your programs call the API as you. Create one above, or sign in from a
            terminal:
          </p>
        </Empty>
      }
    >
      {making && (
        <CreateToken
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          title={`Token ${made.name}`}
          what="token"
          value={made.token}
          fileName={fileOf(made)}
          onClose={() => setMade(undefined)}
        >
          <p>To use it in a terminal, download it and run this:</p>
          <Command>{`wheelhouse login --url ${installationUrl} --token-stdin < ~/Downloads/${fileOf(made)}`}</Command>
        </ShownOnce>
      )}
      <Confirm
        verb={`Revoke token ${ending?.name ?? ''}`}
        failed="The token was not revoked"
        open={ending !== undefined}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => ending !== undefined && revoke.mutate(ending.id)}
        onClose={() => {
          revoke.reset();
          setEnding(undefined);
        }}
      >
        <p>Whatever uses it is refused within a second. This cannot be undone, but you can create a new token.</p>
      </Confirm>
    </ListPage>
  );
}
