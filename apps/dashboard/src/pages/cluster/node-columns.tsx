import { Link } from '@tanstack/react-router';
import type { Node } from '../../api/clusters.ts';
import { Button } from '../../design/button.tsx';
import { Meter } from '../../design/meter.tsx';
import { bytesOf, bytesWords, coresOf, coresWords } from '../../design/quantity.ts';
import { Status } from '../../design/status.tsx';
import { type Column, useRowTabIndex } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { nodeTone } from '../../design/tones.ts';
import css from './node-columns.module.css';

export const nodeColumns: readonly Column<Node>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    width: '200px',
    cell: ({ name, cluster_id }) => <NodeLink name={name} clusterId={cluster_id} />,
  },
  {
    id: 'status',
    label: 'Status',
    sort: 'status',
    cell: ({ status, status_since }) => (
      <span className={css['status']}>
        <Status tone={nodeTone[status]}>{status}</Status>
        {status_since !== null && (
          <span className="quiet">
            for <Time at={status_since} as="for" />
          </span>
        )}
      </span>
    ),
  },
  { id: 'marks', label: 'Marks', folds: true, cell: (node) => <NodeMarks node={node} /> },
  { id: 'cpu', label: 'CPU', sort: 'cpu_percent', folds: true, cell: (node) => <CpuUsage node={node} /> },
  { id: 'memory', label: 'Memory', sort: 'memory_percent', folds: true, cell: (node) => <MemoryUsage node={node} /> },
  {
    id: 'pods',
    label: 'Pods',
    sort: 'pods',
    align: 'end',
    folds: true,
    cell: ({ pods, pods_allocatable }) => (
      <span className="number">
        {pods}/{pods_allocatable}
        <span className={css['unit']}> pods</span>
      </span>
    ),
  },
  {
    id: 'version',
    label: 'Version',
    folds: true,
    cell: ({ version }) => <span className="name quiet">{version}</span>,
  },
];

/** For whoever may act: what can be done to a node. */
export function nodeColumnsWith(onDrain: (name: string) => void): readonly Column<Node>[] {
  return [
    ...nodeColumns,
    {
      id: 'do',
      label: '',
      align: 'end',
      width: '88px',
      cell: ({ name }) => <DrainButton node={name} onDrain={onDrain} />,
    },
  ];
}

/** Tab stops at that of the row one is at. */
function NodeLink({ name, clusterId }: { readonly name: string; readonly clusterId: string }) {
  const tabIndex = useRowTabIndex();
  return (
    <Link to="/clusters/$clusterId/nodes/$name" params={{ clusterId, name }} tabIndex={tabIndex} className="name">
      {name}
    </Link>
  );
}

function DrainButton({ node, onDrain }: { readonly node: string; readonly onDrain: (name: string) => void }) {
  const tabIndex = useRowTabIndex();
  return (
    <Button look="quiet" tabIndex={tabIndex} aria-label={`Drain ${node}`} onClick={() => onDrain(node)}>
      Drain…
    </Button>
  );
}

/** What keeps pods away from it, or soon may. */
export function NodeMarks({ node: { cordoned, pressures } }: { readonly node: Pick<Node, 'cordoned' | 'pressures'> }) {
  if (!cordoned && pressures.length === 0) return null;
  return (
    <span className={css['marks']}>
      {cordoned && <Status tone="unknown">cordoned</Status>}
      {pressures.length > 0 && <Status tone="attention">{pressures.join(' and ')} pressure</Status>}
    </span>
  );
}

export function CpuUsage({ node: { cpu_usage, cpu_allocatable } }: { readonly node: Node }) {
  if (cpu_usage === null) return <Unmeasured words={coresWords(cpu_allocatable)} />;
  return <Meter percent={percentOf(cpu_usage, cpu_allocatable)} words={coresOf(cpu_usage, cpu_allocatable)} />;
}

export function MemoryUsage({ node: { memory_usage, memory_allocatable } }: { readonly node: Node }) {
  if (memory_usage === null) return <Unmeasured words={bytesWords(memory_allocatable)} />;
  return (
    <Meter percent={percentOf(memory_usage, memory_allocatable)} words={bytesOf(memory_usage, memory_allocatable)} />
  );
}

function Unmeasured({ words }: { readonly words: string }) {
  return (
    <span className={css['unmeasured']} title="Usage unknown: the cluster has no metrics for this node">
      {words}
    </span>
  );
}

export function percentOf(used: number, all: number): number {
  return all === 0 ? 0 : (used / all) * 100;
}
