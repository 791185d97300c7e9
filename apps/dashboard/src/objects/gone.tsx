import type { LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Cluster } from '../api/clusters.ts';
import { ButtonLink } from '../design/button.tsx';
import { ClusterMark } from '../design/cluster-mark.tsx';
import { Empty } from '../design/empty.tsx';
import { type KubernetesObject, ObjectChip } from '../design/object-chip.tsx';
import { Page } from '../design/page.tsx';
import { ActionsPart } from './actions-part.tsx';
import { IncidentsPart } from './incidents-part.tsx';

interface GoneProps {
  readonly object: KubernetesObject;
  readonly cluster: Cluster;
  readonly above: ComponentProps<typeof Page>['above'];
  /** Where what is there is listed. */
  readonly list: LinkProps & { readonly words: string };
}

/** An address that was right once leads here: what is not in the cluster any more may still be looked for. */
export function Gone({ object, cluster, above = [], list: { words, ...link } }: GoneProps) {
  return (
    <Page title={object.name} mark={<ClusterMark id={cluster.id} name={cluster.name} />} above={above}>
      <IncidentsPart clusterId={cluster.id} objects={[object]} />
      <Empty title={`It is not in ${cluster.name}`} action={<ButtonLink {...link}>{words}</ButtonLink>}>
        <p>
          <ObjectChip object={object} clusterId={cluster.id} /> was deleted, or never was there. If it is made again,
          this page shows it.
        </p>
      </Empty>
      <ActionsPart cluster={cluster} objects={[object]} />
    </Page>
  );
}
