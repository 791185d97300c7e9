import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { appPath } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import type { WorkloadPage } from '../../api/objects.ts';
import { reading } from '../../api/reading.ts';
import { AppChip, ClusterChip } from '../../design/chip.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { Status } from '../../design/status.tsx';
import { toneOf } from './workload-words.ts';

interface WorkloadStateLineProps {
  readonly workload: WorkloadPage;
  readonly cluster: Cluster;
  /** When it was last read. */
  readonly at: number;
  readonly isFailing: boolean;
}

/** The one line under its name. */
export function WorkloadStateLine({ workload, cluster, at, isFailing }: WorkloadStateLineProps) {
  const { kind, namespace, status, ready, desired, owner, stale } = workload;
  return (
    <>
      <Status tone={stale ? 'unknown' : toneOf(workload)}>{status}</Status>
      <span>
        {kind} in{' '}
        <Link
          to="/clusters/$clusterId/workloads"
          params={{ clusterId: cluster.id }}
          search={{ namespace }}
          className="name"
        >
          {namespace}
        </Link>
      </span>
      {ready !== null && desired !== null && (
        <span>
          <span className="number">
            {ready}/{desired}
          </span>{' '}
          ready
        </span>
      )}
      {owner !== null && (
        <span>
          of <ObjectChip object={{ ...owner, namespace }} clusterId={cluster.id} />
        </span>
      )}
      <AppOf workload={workload} />
      <ClusterChip id={cluster.id} name={cluster.name} />
      <Refreshed at={at} isFailing={isFailing} onlyStale />
    </>
  );
}

/** A label says of which app it is, and whoever may write labels could name another: the app itself has to agree. */
function AppOf({ workload: { app_id: id, cluster_id, namespace } }: Pick<WorkloadStateLineProps, 'workload'>) {
  const { data: app } = useQuery({ ...reading(appPath, { params: { id: id ?? '' } }), enabled: id !== null });
  if (app === undefined || app.cluster_id !== cluster_id || app.namespace !== namespace) return null;
  return <AppChip id={app.id} name={app.name} />;
}
