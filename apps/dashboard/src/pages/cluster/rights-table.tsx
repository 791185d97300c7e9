import { useMemo } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import { Status } from '../../design/status.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { deployRights, type Need, needsOf, watchRights } from './rights.ts';

const keyOf = ({ key }: Need) => key;

const columns: readonly Column<Need>[] = [
  {
    id: 'resource',
    label: 'Permission',
    width: '340px',
    cell: ({ resource, group, name, verbs }) => (
      <span>
        <code className="name">
          {group === '' ? resource : `${resource}.${group}`}
          {name !== null && ` ${name}`}
        </code>{' '}
        <span className="quiet">{verbs.join(', ')}</span>
      </span>
    ),
  },
  { id: 'allowed', label: 'Allowed', width: '150px', cell: (need) => <Allowed need={need} /> },
  { id: 'weight', label: 'Needed', folds: true, width: '140px', cell: ({ weight }) => weight },
  { id: 'why', label: 'For', folds: true, cell: ({ why }) => why },
];

/** All in one have the same weight. */
const deployColumns = columns.filter(({ id }) => id !== 'weight');

/** What the credentials must be allowed to do, what for, and whether they are: essential ones first. */
export function RightsTable({ rights }: { readonly rights: Cluster['rights'] }) {
  const needs = useMemo(() => needsOf(watchRights(rights)), [rights]);
  return <Table label="Permissions in the cluster" columns={columns} rows={needs} keyOf={keyOf} />;
}

/** The same of what only deploying needs. */
export function DeployRightsTable({ rights }: { readonly rights: Cluster['rights'] }) {
  const needs = useMemo(() => needsOf(deployRights(rights)), [rights]);
  return <Table label="Permissions for deploying" columns={deployColumns} rows={needs} keyOf={keyOf} />;
}

function Allowed({ need: { verbs, denied, unasked, essential, optional } }: { readonly need: Need }) {
  if (denied.length > 0)
    return (
      <Status tone={essential ? 'failing' : optional ? 'note' : 'attention'}>
        {denied.length === verbs.length ? 'no' : `no: ${denied.join(', ')}`}
      </Status>
    );
  if (unasked.length > 0) return <Status tone="unknown">not checked yet</Status>;
  return <Status tone="ok">yes</Status>;
}
