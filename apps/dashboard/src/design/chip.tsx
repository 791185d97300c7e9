import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OpenIssue } from '../api/clusters.ts';
import css from './chip.module.css';
import { ClusterMark } from './cluster-mark.tsx';
import { Icon, type IconName } from './icon.tsx';
import { objectWords } from './object-words.ts';

interface ChipProps {
  readonly mark: ReactNode;
  readonly name: string;
  /** Its page, or the nearest to it that there is. */
  readonly link?: LinkProps | undefined;
}

/** One object, wherever it is mentioned: what it is, its name, and the way to it. */
function Chip({ mark, name, link }: ChipProps) {
  return (
    <span className={css['chip']}>
      {mark}
      {link === undefined ? (
        <span className="name">{name}</span>
      ) : (
        <Link {...link} className="name">
          {name}
        </Link>
      )}
    </span>
  );
}

export function ClusterChip({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Chip
      mark={<ClusterMark id={id} name={name} />}
      name={name}
      link={{ to: '/clusters/$clusterId', params: { clusterId: id } }}
    />
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function AppChip({ id, name }: Named) {
  return (
    <Chip mark={<Icon name="apps" size={14} />} name={name} link={{ to: '/apps/$appId', params: { appId: id } }} />
  );
}

export function CloudspaceChip({ id, name }: Named) {
  return (
    <Chip
      mark={<Icon name="cloudspaces" size={14} />}
      name={name}
      link={{ to: '/cloudspaces/$cloudspaceId', params: { cloudspaceId: id } }}
    />
  );
}

type KubernetesObject = OpenIssue['object'];

const icons: Readonly<Record<string, IconName>> = {
  Node: 'node',
  Deployment: 'workload',
  StatefulSet: 'workload',
  DaemonSet: 'workload',
};

/** A node or a workload of a cluster; what else there is has no page to lead to. */
export function ObjectChip({ object, clusterId }: { readonly object: KubernetesObject; readonly clusterId: string }) {
  const icon = icons[object.kind];
  return (
    <Chip mark={icon && <Icon name={icon} size={14} />} name={objectWords(object)} link={linkTo(object, clusterId)} />
  );
}

function linkTo({ kind, namespace, name }: KubernetesObject, clusterId: string): LinkProps | undefined {
  const params = { clusterId };
  if (kind === 'Node') return { to: '/clusters/$clusterId/nodes', params, search: { q: name } };
  if (icons[kind] !== 'workload' || namespace === null) return undefined;
  return { to: '/clusters/$clusterId/workloads', params, search: { kind, namespace, q: name } };
}
