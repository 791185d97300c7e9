import { effect, type KnownClusters, type ModuleContext, type OwnedCluster } from '@wheelhouse/kit';
import { type ClusterAccess, type ClusterClient, openCluster, type Right } from '@wheelhouse/kubernetes';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AgentSettings } from '../config.ts';
import { neededRights } from './needed-rights.ts';

/** The one cluster a worker acts on, and how it comes in. */
export interface WorkerCluster {
  readonly clusterId: string;
  readonly tenantId: string;
  readonly client: ClusterClient;
  readonly missingRights: readonly Right[];
}

/** Why a worker has nothing to act on, in words that say what to do. */
export class NoWorkerCluster extends Error {}

const requestTimeoutMs = 10_000;
/** Enough to tell two clusters apart, however large they are. */
const nodesCompared = 50;

interface Given {
  readonly context: Pick<ModuleContext<AgentSettings>, 'settings' | 'call'>;
  readonly access: () => Promise<ClusterAccess>;
  readonly clusters: KnownClusters;
  readonly signal: AbortSignal;
}

/** Throws as long as there is none; everything is asked anew each time. */
export async function findWorkerCluster({ context, access, clusters, signal }: Given): Promise<WorkerCluster> {
  const opened = await access();
  const { cluster_id: clusterId, tenant_id: tenantId } = whichCluster(
    context.settings.CLUSTER_ID,
    await clusters.all(),
  );
  const client = openCluster(opened, { userAgent: 'wheelhouse-action-agent', requestTimeoutMs, observeWrite: effect });
  try {
    const allowed = await client.can(neededRights, signal);
    await mustBeTheSame(context, client, { clusterId, tenantId }, signal);
    return { clusterId, tenantId, client, missingRights: neededRights.filter((_, index) => allowed[index] !== true) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function whichCluster(wanted: string | undefined, known: readonly OwnedCluster[]): OwnedCluster {
  const id = wanted?.toLowerCase();
  if (id !== undefined) {
    const found = known.find(({ cluster_id }) => cluster_id === id);
    if (found === undefined)
      throw new NoWorkerCluster(
        `wrong_cluster: CLUSTER_ID is ${id}, which is not registered. Next step: register it, or correct CLUSTER_ID`,
      );
    return found;
  }
  const [only, ...others] = known;
  if (only === undefined) throw new NoWorkerCluster('no cluster is registered. Next step: register one');
  if (others.length > 0)
    throw new NoWorkerCluster(
      `${known.length} clusters are registered. Next step: set CLUSTER_ID to the one this worker is for`,
    );
  return only;
}

const compared = Type.Object({ known: Type.Integer(), observed: Type.Boolean() });

interface ListedNode {
  readonly metadata: { readonly uid: string };
}

/** Credentials of another cluster would have actions done to namesakes: its nodes must be those that the monitor sees. */
export async function mustBeTheSame(
  { call }: Pick<ModuleContext, 'call'>,
  client: Pick<ClusterClient, 'list'>,
  { clusterId, tenantId }: Pick<WorkerCluster, 'clusterId' | 'tenantId'>,
  signal: AbortSignal,
): Promise<void> {
  const first = await client.list<ListedNode>('/api/v1/nodes', { limit: nodesCompared, signal }).next();
  const uids = first.done === true ? [] : first.value.items.map(({ metadata }) => metadata.uid);
  if (uids.length === 0) throw new NoWorkerCluster('the cluster has no nodes yet to identify it by');
  const { status, body } = await call('k8s-monitor', {
    path: `/internal/v1/clusters/${clusterId}/known-nodes?uids=${uids.map(encodeURIComponent).join(',')}`,
    tenantId,
    signal,
  });
  if (status !== 200 || !Value.Check(compared, body))
    throw new NoWorkerCluster(`k8s-monitor returned ${status} when asked for the nodes of cluster ${clusterId}`);
  const { known, observed } = body;
  if (!observed) throw new NoWorkerCluster(`k8s-monitor has not seen cluster ${clusterId} yet`);
  // One alone may be a namesake restored from a backup; nodes that came and went since are few.
  if (known * 2 < uids.length)
    throw new NoWorkerCluster(
      `wrong_cluster: these credentials belong to a cluster other than ${clusterId}: they have ${known} of ${uids.length} nodes in common. Next step: correct CLUSTER_ID or the credentials`,
    );
}
