import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import css from './chip.module.css';
import { ClusterMark } from './cluster-mark.tsx';
import { Icon } from './icon.tsx';

interface ChipProps {
  readonly mark: ReactNode;
  readonly name: string;
  /** Its page, or the nearest to it that there is. */
  readonly link?: LinkProps | undefined;
}

/** One object, wherever it is mentioned: what it is, its name, and the way to it. */
export function Chip({ mark, name, link }: ChipProps) {
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
