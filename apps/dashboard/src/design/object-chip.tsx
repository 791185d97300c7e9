import type { LinkProps } from '@tanstack/react-router';
import { Chip } from './chip.tsx';
import { ClusterMark } from './cluster-mark.tsx';
import { Icon, type IconName } from './icon.tsx';
import { objectWords } from './object-words.ts';

/** As issues, actions and incidents name it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly namespace?: string | null | undefined;
  readonly name: string;
}

interface ObjectChipProps {
  readonly object: KubernetesObject;
  readonly clusterId: string;
  /** Shows the cluster's colour, where what stands around it does not say which cluster that is. */
  readonly clusterName?: string | undefined;
  /** The name alone, where its kind and namespace stand beside it. */
  readonly short?: boolean;
}

/** A node or a workload of a cluster, and the way to its page; what has no page is named all the same. */
export function ObjectChip({ object, clusterId, clusterName, short = false }: ObjectChipProps) {
  const icon = iconOf(object.kind);
  return (
    <Chip
      mark={
        <>
          {clusterName !== undefined && <ClusterMark id={clusterId} name={clusterName} />}
          {icon !== undefined && <Icon name={icon} size={14} />}
        </>
      }
      name={short ? object.name : objectWords(object)}
      link={objectLink(object, clusterId)}
    />
  );
}

/** The kinds that have a page under `/clusters/:id/workloads`. */
export const workloadKinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'] as const;
export type WorkloadKind = (typeof workloadKinds)[number];

export const isWorkloadKind = (kind: string): kind is WorkloadKind => workloadKinds.some((known) => known === kind);

export function iconOf(kind: string): IconName | undefined {
  if (kind === 'Node') return 'node';
  return isWorkloadKind(kind) ? 'workload' : undefined;
}

/** Its page, for what is no chip: a row of a table, a command of the palette. */
export function objectLink({ kind, namespace, name }: KubernetesObject, clusterId: string): LinkProps | undefined {
  if (kind === 'Node') return { to: '/clusters/$clusterId/nodes/$name', params: { clusterId, name } };
  if (!isWorkloadKind(kind) || namespace === null || namespace === undefined) return undefined;
  return {
    to: '/clusters/$clusterId/workloads/$kind/$namespace/$name',
    params: { clusterId, kind, namespace, name },
  };
}
