import type { ReactNode } from 'react';
import type { NodePage } from '../../api/objects.ts';
import { Meter } from '../../design/meter.tsx';
import { Facts } from '../../design/page.tsx';
import { bytesOf, bytesWords, coresOf, coresWords } from '../../design/quantity.ts';
import { Time } from '../../design/time.tsx';
import { SetBy } from '../../objects/set-by.tsx';
import { CpuUsage, MemoryUsage, percentOf } from '../cluster/node-columns.tsx';
import css from './node-facts.module.css';

type Fact = readonly [name: string, value: ReactNode];

/** How full it is, by use and by what is promised to pods; who cordoned it, and what it runs on. */
export function NodeFacts({ node }: { readonly node: NodePage }) {
  const { cpu_requests, cpu_allocatable, memory_requests, memory_allocatable, pods, pods_allocatable } = node;
  const requested: readonly Fact[] = [
    ...(cpu_requests === null
      ? []
      : [
          [
            'CPU requested by its pods',
            <Meter
              key="cpu requests"
              percent={percentOf(cpu_requests, cpu_allocatable)}
              words={coresOf(cpu_requests, cpu_allocatable)}
            />,
          ] as const,
        ]),
    ...(memory_requests === null
      ? []
      : [
          [
            'Memory requested by its pods',
            <Meter
              key="memory requests"
              percent={percentOf(memory_requests, memory_allocatable)}
              words={bytesOf(memory_requests, memory_allocatable)}
            />,
          ] as const,
        ]),
  ];
  return (
    <Facts
      facts={[
        ['CPU in use', <CpuUsage key="cpu" node={node} />],
        ['Memory in use', <MemoryUsage key="memory" node={node} />],
        [
          'Pods',
          <Meter key="pods" percent={percentOf(pods, pods_allocatable)} words={`${pods} of ${pods_allocatable}`} />,
        ],
        ...requested,
        ...(node.cordoned ? [['Cordoned', <Cordoned key="cordoned" node={node} />] as const] : []),
        ...machineFacts(node),
        ...(node.taints.length === 0 ? [] : [['Taints', <Taints key="taints" node={node} />] as const]),
        ...(node.created_at === null ? [] : [['Created', <Time key="created" at={node.created_at} />] as const]),
      ]}
    />
  );
}

function Cordoned({ node: { cordoned_since, cordoned_by } }: { readonly node: NodePage }) {
  if (cordoned_by !== null) return <SetBy by={{ ...cordoned_by, at: cordoned_since ?? cordoned_by.at }} />;
  return cordoned_since === null ? 'since when is not known' : <Time at={cordoned_since} />;
}

function machineFacts({ system, cpu_capacity, memory_capacity }: NodePage): readonly Fact[] {
  const size =
    cpu_capacity === null || memory_capacity === null
      ? []
      : ([
          [
            'Machine',
            <span key="machine" className="number">
              {coresWords(cpu_capacity)}, {bytesWords(memory_capacity)}
            </span>,
          ],
        ] as const);
  if (system === null) return size;
  const { os_image, kernel, container_runtime, architecture } = system;
  return [
    ...size,
    [
      'System',
      <span key="system" className={css['stack']}>
        <span className="name">
          {os_image}, {architecture}
        </span>
        <span className="name quiet">
          {kernel}, {container_runtime}
        </span>
      </span>,
    ],
  ];
}

function Taints({ node: { taints } }: { readonly node: NodePage }) {
  return (
    <ul className={css['stack']}>
      {taints.map(({ key, value, effect, since }) => (
        <li key={`${key} ${effect}`}>
          <code className="name">
            {key}
            {value === null || value === '' ? '' : `=${value}`}:{effect}
          </code>
          {since !== null && (
            <span className="quiet">
              {' '}
              since <Time at={since} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
