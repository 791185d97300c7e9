import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { type Cluster, clusterQuery } from '../../api/clusters.ts';
import { type NodePage as Node, nodeQuery } from '../../api/objects.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { nodeTone } from '../../design/tones.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { ActionsPart } from '../../objects/actions-part.tsx';
import { AsOf } from '../../objects/as-of.tsx';
import { EventsPart } from '../../objects/events-part.tsx';
import { Gone } from '../../objects/gone.tsx';
import { IncidentsPart } from '../../objects/incidents-part.tsx';
import { IssuesPart } from '../../objects/issues-part.tsx';
import { ConditionsPart } from './conditions-part.tsx';
import { NodeFacts } from './node-facts.tsx';
import { NodePodsPart } from './node-pods-part.tsx';
import { NodeStateLine } from './node-state-line.tsx';
import { NodeSteps } from './node-steps.tsx';

const route = getRouteApi('/signed-in/clusters/$clusterId/nodes/$name');

/** How a node is, how full, what stands on it, and what can be done to it. */
export function NodePage() {
  const { clusterId, name } = route.useParams();
  return <Asked key={JSON.stringify([clusterId, name])} clusterId={clusterId} name={name} />;
}

const clusters = [{ label: 'Clusters', link: { to: '/clusters' } }] as const;

function aboveOf({ id, name }: Cluster) {
  const params = { clusterId: id };
  return [
    ...clusters,
    { label: name, link: { to: '/clusters/$clusterId', params } },
    { label: 'Nodes', link: { to: '/clusters/$clusterId/nodes', params } },
  ] as const;
}

function Asked({ clusterId, name }: { readonly clusterId: string; readonly name: string }) {
  const under = useQuery(clusterQuery(clusterId));
  const query = useQuery(nodeQuery(clusterId, name));
  return (
    <LoadedPage of={under} kind="cluster" above={clusters}>
      {(cluster) =>
        isApiError(query.error) && query.error.status === 404 ? (
          <Gone object={{ kind: 'Node', name }} cluster={cluster} above={aboveOf(cluster)} list={listOf(cluster)} />
        ) : (
          <LoadedPage of={query} kind="node" above={aboveOf(cluster)}>
            {(node) => <Known node={node} cluster={cluster} at={query.dataUpdatedAt} error={query.error} />}
          </LoadedPage>
        )
      }
    </LoadedPage>
  );
}

const listOf = ({ id, name }: Cluster) =>
  ({ words: `Nodes of ${name}`, to: '/clusters/$clusterId/nodes', params: { clusterId: id } }) as const;

interface KnownProps {
  readonly node: Node;
  readonly cluster: Cluster;
  /** When it was last read. */
  readonly at: number;
  readonly error: Error | null;
}

function Known({ node, cluster, at, error }: KnownProps) {
  const { name, status, message, issues, events, stale } = node;
  const itself = { kind: 'Node', name };
  return (
    <Page
      title={name}
      mark={<ClusterMark id={cluster.id} name={cluster.name} />}
      above={aboveOf(cluster)}
      state={<NodeStateLine node={node} cluster={cluster} at={at} isFailing={error !== null} />}
      actions={<NodeSteps node={node} cluster={cluster} />}
    >
      {error !== null && <ErrorNotice what="Could not refresh the node" error={error} />}
      <AsOf page={node} clusterName={cluster.name} />
      {message !== null && (
        <Notice
          tone={status === 'Ready' ? 'attention' : nodeTone[status]}
          role="status"
          title={<span className="name">{message}</span>}
        />
      )}
      <IncidentsPart clusterId={cluster.id} objects={[itself]} />
      <NodeFacts node={node} />
      <IssuesPart issues={issues} />
      {!stale && <ConditionsPart node={node} />}
      {!stale && <NodePodsPart node={node} />}
      {!stale && <EventsPart events={events} clusterId={cluster.id} about={itself} />}
      <ActionsPart cluster={cluster} objects={[itself]} />
    </Page>
  );
}
