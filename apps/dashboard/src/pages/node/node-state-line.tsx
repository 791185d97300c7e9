import type { Cluster } from '../../api/clusters.ts';
import type { NodePage } from '../../api/objects.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { nodeTone } from '../../design/tones.ts';
import { NodeMarks } from '../cluster/node-columns.tsx';

interface NodeStateLineProps {
  readonly node: NodePage;
  readonly cluster: Cluster;
  /** When it was last read. */
  readonly at: number;
  readonly isFailing: boolean;
}

/** The one line under its name. */
export function NodeStateLine({ node, cluster, at, isFailing }: NodeStateLineProps) {
  const { status, status_since, version, stale } = node;
  return (
    <>
      <span>
        <Status tone={stale ? 'unknown' : nodeTone[status]}>{status}</Status>
        {status_since !== null && (
          <span className="quiet">
            {' '}
            for <Time at={status_since} as="for" />
          </span>
        )}
      </span>
      <NodeMarks node={node} />
      <span className="quiet name">{version}</span>
      <ClusterChip id={cluster.id} name={cluster.name} />
      <Refreshed at={at} isFailing={isFailing} onlyStale />
    </>
  );
}
