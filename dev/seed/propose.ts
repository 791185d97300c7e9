import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { makeLog, openBroker } from '@wheelhouse/kit';
import type { Client } from '@wheelhouse/sdk';
import { type Cluster, clusterName, findCluster } from './cluster.ts';

/** Speaks to the action agent as the analysis agent does: where, and for whom. */
export interface Proposer {
  readonly client: Client;
  /** Of the installation's vhost. */
  readonly brokerUrl: string;
}

/** None of the rules of the analysis agent: what is made up here counts in no record of theirs. */
const ruleId = '019cad00-0000-7000-8000-00000000de30';
const connectWithinMs = 10_000;
const exchange = 'analysis.decisions';

export type Proposal = Pick<Decision, 'action' | 'AutoApprove' | 'target' | 'reason' | 'confidence' | 'evidence'>;

function decisionOf(tenantId: string, clusterId: string, proposal: Proposal): Decision {
  return {
    decision_id: randomUUID(),
    tenant_id: tenantId,
    cluster_id: clusterId,
    ...proposal,
    proposed_by: { type: 'rule', id: ruleId },
    created_at: new Date().toISOString(),
    schema_version: 1,
  } as Decision;
}

/** One decision about the demo's cluster. */
export async function propose({ client, brokerUrl }: Proposer, proposal: Proposal): Promise<void> {
  const { id: clusterId } = await demoCluster(client);
  const { data: me } = await client.get('/auth/api/v1/me');
  const broker = openBroker(brokerUrl, 'wheelhouse demo rule', makeLog({ level: 'silent' }));
  try {
    for (const deadline = performance.now() + connectWithinMs; broker.trouble() !== undefined; await wait(50))
      if (performance.now() > deadline) throw new Error(`the broker is unreachable: ${broker.trouble()}`);
    const decision = decisionOf(me.tenant.id, clusterId, proposal);
    await broker.publish({ exchange, key: clusterId, body: JSON.stringify(decision), id: decision.decision_id });
  } finally {
    await broker.close();
  }
}

/** By the public API, as somebody who needs the node empty. */
export async function drain({ client }: Pick<Proposer, 'client'>, node: string): Promise<void> {
  const { id: cluster_id } = await demoCluster(client);
  const body = { cluster_id, node_name: node, reason: 'The node is due for maintenance.' };
  await client.post('/agents/action/api/v1/actions/drain', { body });
}

async function demoCluster(client: Client): Promise<Cluster> {
  const cluster = await findCluster(client, clusterName);
  if (cluster === undefined)
    throw new Error('the demo has no cluster yet. Next step: wait until it says that its cluster is ready');
  return cluster;
}
