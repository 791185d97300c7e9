import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { makeLog, openBroker } from '@wheelhouse/kit';
import type { Client } from '@wheelhouse/sdk';
import { clusterName, findCluster } from './cluster.ts';

/** What stands in for the analysis agent: where it speaks, and for whom. */
export interface Proposer {
  readonly client: Client;
  /** Of the installation's vhost. */
  readonly brokerUrl: string;
}

export const ruleId = '019cad00-0000-7000-8000-000000000007';
const connectWithinMs = 10_000;
const exchange = 'analysis.decisions';

export type Proposal = Pick<Decision, 'action' | 'AutoApprove' | 'target' | 'reason' | 'confidence' | 'evidence'>;

export function decisionOf(tenantId: string, clusterId: string, proposal: Proposal): Decision {
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

export function openSpeaker(brokerUrl: string) {
  const broker = openBroker(brokerUrl, 'wheelhouse demo rule', makeLog({ level: 'silent' }));
  return {
    connected: async () => {
      for (const deadline = performance.now() + connectWithinMs; broker.trouble() !== undefined; await wait(50))
        if (performance.now() > deadline) throw new Error(`the broker is unreachable: ${broker.trouble()}`);
    },
    publish: async (decision: Decision) => {
      const { decision_id: id, cluster_id: key } = decision;
      await broker.publish({ exchange, key, body: JSON.stringify(decision), id });
    },
    close: () => broker.close(),
  };
}

/** One decision about the demo's cluster. */
export async function propose({ client, brokerUrl }: Proposer, proposal: Proposal): Promise<void> {
  const cluster = await findCluster(client, clusterName);
  if (cluster === undefined)
    throw new Error('the demo has no cluster yet. Next step: wait until it says that its cluster is ready');
  const { data: me } = await client.get('/auth/api/v1/me');
  const speaker = openSpeaker(brokerUrl);
  try {
    await speaker.connected();
    await speaker.publish(decisionOf(me.tenant.id, cluster.id, proposal));
  } finally {
    await speaker.close();
  }
}
