import { randomUUID } from 'node:crypto';
import { actionAgent } from '@wheelhouse/action-agent';
import { authModule } from '@wheelhouse/auth';
import type { Decision } from '@wheelhouse/contracts';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { type Broker, type Database, makeLog, openBroker, openDatabase, systemClock } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import {
  type Caller,
  caller,
  eventually,
  type Kube,
  openKube,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { setGuards } from '../../services/action-agent/test/open-guards.ts';
import { tenantsIn } from '../../services/auth/test/start.ts';
import { type AgentAccount, agentAccount } from './account.ts';

/** The agent under an account of its own on the real cluster, with its neighbours, in this process. */
export interface ProofHouse {
  readonly process: TestProcess;
  readonly db: Database;
  readonly broker: Broker;
  readonly kube: Kube;
  readonly account: AgentAccount;
  /** Of the tenant that has the cluster, with every scope. */
  readonly who: Caller;
  readonly clusterId: string;
  /** Of the operator's tenant. */
  readonly operator: Caller;
  /** Another tenant, without a cluster. */
  readonly stranger: Caller;
  readonly publish: (body: string, id?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const decisionsExchange = 'analysis.decisions';

export async function openHouse(): Promise<ProofHouse> {
  const kube = openKube();
  // A worker knows its cluster by its nodes, and a fresh one has none.
  await kube.node();
  const account = await agentAccount(kube);
  const modules = [actionAgent(async () => account.access), authModule, platformModule, k8sMonitorModule];
  const process = await startTestProcess(modules, {
    environment: {
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      FOLLOW_REVOCATIONS: 'false',
      CANARY_ENABLED: 'false',
      // An answer says only that something failed; why stands here.
      LOG_LEVEL: 'error',
    },
  });
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: process.database.url, connections: 4, applicationName: 'proof', log });
  const broker = openBroker(process.vhost.url, 'wheelhouse proof', log);
  const tenant = tenantsIn(db, systemClock);
  const [operator, own, strange] = [await tenant(undefined, { operator: true }), await tenant(), await tenant()];
  const who = await caller({ tenant: own.id });
  await setGuards(db, who.tenantId);
  const registered = { name: `proof-${randomUUID()}`, kubeconfig: kube.kubeconfig };
  const made = await process.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body: registered });
  if (made.status !== 201) throw new Error(`the cluster could not be registered: ${made.status}`);
  const clusterId: string = made.body.id;
  await eventually(async () => {
    const { body: clusters } = await process.call(who, 'GET', '/api/v1/clusters');
    if (clusters.data?.[0]?.ready !== true) throw new Error('the worker did not come up');
    const trouble = broker.trouble();
    if (trouble !== undefined) throw new Error(trouble);
  }, 120_000);
  return {
    process,
    db,
    broker,
    kube,
    account,
    who,
    clusterId,
    operator: await caller({ tenant: operator.id }),
    stranger: await caller({ tenant: strange.id }),
    publish: (body, id) =>
      broker.publish({ exchange: decisionsExchange, key: clusterId, body, ...(id === undefined ? {} : { id }) }),
    close: async () => {
      await broker.close();
      await db.end();
      await process.stop();
      await account.remove();
      await kube.close();
    },
  };
}

/** A decision of a rule to do something in this house's cluster. */
export function decisionIn({ who, clusterId }: Pick<ProofHouse, 'who' | 'clusterId'>): Decision<'cordon_node'> {
  return {
    decision_id: randomUUID(),
    tenant_id: who.tenantId,
    cluster_id: clusterId,
    action: 'cordon_node',
    AutoApprove: true,
    target: { node_name: 'no-such-node' },
    reason: 'A proof wants it.',
    confidence: 0.9,
    proposed_by: { type: 'rule', id: randomUUID() },
    evidence: [],
    created_at: new Date().toISOString(),
    schema_version: 1,
  };
}
