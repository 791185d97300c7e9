import { useState } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import type { Column } from '../../design/table.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { CredentialState, LastUsed } from './credential-state.tsx';
import { Limits } from './power/limits.tsx';
import { type CreatedSignalToken, CreateSignalToken } from './signals/create-signal-token.tsx';
import { type SignalToken, signalTokens } from './signals/paths.ts';
import { RevokeSignalToken } from './signals/revoke-signal-token.tsx';
import { ShownSignalToken } from './signals/shown-signal-token.tsx';

/** By which other programs, Alertmanager first of all, tell of trouble. */
export function SignalsPage() {
  const list = useApiList({ ask: () => listing(signalTokens) });
  const { byId } = useClusters();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedSignalToken>();
  const [ending, setEnding] = useState<SignalToken>();
  const columns: readonly Column<SignalToken>[] = [
    { id: 'name', label: 'Name', cell: ({ name }) => <span className="name">{name}</span> },
    { id: 'state', label: 'State', folds: true, cell: (token) => <CredentialState of={token} /> },
    {
      id: 'cluster',
      label: 'Cluster',
      folds: true,
      cell: ({ cluster_id }) => <Limits ids={cluster_id === null ? null : [cluster_id]} byId={byId} />,
    },
    {
      id: 'begins',
      label: 'Token',
      folds: true,
      cell: ({ prefix, last_four }) => <code>{`${prefix}…${last_four}`}</code>,
    },
    { id: 'used', label: 'Last used', folds: true, foldedLabel: 'used', cell: (token) => <LastUsed of={token} /> },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (token) =>
        token.revoked_at === null && (
          <ScopeButton
            scope="admin"
            look="danger"
            onClick={() => setEnding(token)}
            aria-label={`Revoke signal token ${token.name}`}
          >
            Revoke
          </ScopeButton>
        ),
    },
  ];
  return (
    <ListPage
      title="Signals"
      what="signal tokens"
      list={list}
      state={
        <p className="quiet">
          Alerts from outside become signals, and signals open incidents. A signal token can send them and do nothing
          else.
        </p>
      }
      actions={
        <ScopeButton scope="admin" look="primary" onClick={() => setMaking(true)}>
          Create signal token
        </ScopeButton>
      }
      columns={columns}
      empty={
        <Empty title="Signal tokens will appear here">
          <p>
            Create one for Alertmanager, or for any program that notices trouble before Wheelhouse does. You get a
            receiver that is ready to be pasted into Alertmanager’s configuration.
          </p>
        </Empty>
      }
    >
      {making && (
        <CreateSignalToken
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
        />
      )}
      {made !== undefined && <ShownSignalToken token={made} onClose={() => setMade(undefined)} />}
      {ending !== undefined && <RevokeSignalToken token={ending} onClose={() => setEnding(undefined)} />}
    </ListPage>
  );
}
