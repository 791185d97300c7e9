import { useMemo } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import { Status } from '../../design/status.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { type Need, needsOf } from './rights.ts';

const keyOf = ({ key }: Need) => key;

const columns: readonly Column<Need>[] = [
  {
    id: 'resource',
    label: 'Permission',
    width: '340px',
    cell: ({ resource, group, verbs }) => (
      <span>
        <code className="name">{group === '' ? resource : `${resource}.${group}`}</code>{' '}
        <span className="quiet">{verbs.join(', ')}</span>
      </span>
    ),
  },
  { id: 'allowed', label: 'Allowed', width: '150px', cell: (need) => <Allowed need={need} /> },
  { id: 'weight', label: 'Needed', folds: true, width: '140px', cell: ({ weight }) => weight },
  { id: 'why', label: 'For', folds: true, cell: ({ why }) => why },
];

/** What the credentials must be allowed to do, what for, and whether they are: essential ones first. */
export function RightsTable({ rights }: { readonly rights: Cluster['rights'] }) {
  const needs = useMemo(() => needsOf(rights), [rights]);
  return <Table label="Permissions in the cluster" columns={columns} rows={needs} keyOf={keyOf} />;
}

function Allowed({ need: { denied, unasked, essential } }: { readonly need: Need }) {
  if (denied.length > 0)
    return <Status tone={essential ? 'failing' : 'attention'}>{`no: ${denied.join(', ')}`}</Status>;
  if (unasked.length > 0) return <Status tone="unknown">not checked yet</Status>;
  return <Status tone="ok">yes</Status>;
}
