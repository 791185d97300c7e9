import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import { type Database, makeLog, type Module, openBroker, openDatabase } from '@wheelhouse/kit';
import { type ClusterAccess, defaultAccess } from '@wheelhouse/kubernetes';
import {
  type Caller,
  caller,
  eventually,
  type Kube,
  openKube,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { agentHome } from '../../../dev/seed/agent-home.ts';
import { k8sMonitorModule } from '../../k8s-monitor/src/module.ts';
import { platformModule } from '../../platform/src/module.ts';
import { decisionsExchange } from '../src/decisions/take.ts';
import { actionAgent } from '../src/module.ts';
import type { ActionRow } from '../src/records/row.ts';
import { decisionFor } from './decision.ts';
import { setGuards } from './open-guards.ts';

/** The agent with its neighbours in one process, on the real cluster, with the rights of its manifest and no others. */
export interface AgentHouse extends TestProcess {
  readonly db: Database;
  readonly who: Caller;
  readonly clusterId: string;
  /** For what a test does to the cluster itself. */
  readonly kube: Kube;
  readonly publish: (body: string, id: string) => Promise<void>;
  readonly decide: (decision: Partial<Decision> & Pick<Decision, 'action' | 'target'>) => Promise<string>;
  /** The action of a decision, when it has ended. */
  readonly ended: (decisionId: string, withinMs?: number) => Promise<ActionRow>;
}

const environment = {
  EXTERNAL_URL: 'https://wheelhouse.example.test',
  CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
  // With auth beside it, calls would be refused until its revocations are read.
  FOLLOW_REVOCATIONS: 'false',
  // What others do to the shared cluster would be compared, and every scale-up would wait.
  CANARY_ENABLED: 'false',
};

export async function startAgent(
  given: {
    readonly access?: (kube: Kube) => Promise<ClusterAccess>;
    readonly beside?: readonly Module[];
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<AgentHouse> {
  const kube = openKube();
  // A worker knows its cluster by its nodes, and a fresh one has none.
  await kube.node();
  const home = await agentHome('kube');
  const { access = () => defaultAccess(home), beside = [] } = given;
  const modules = [actionAgent(() => access(kube)), platformModule, k8sMonitorModule, ...beside];
  const house = await startTestProcess(modules, { environment: { ...environment, ...given.environment } });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const broker = openBroker(house.vhost.url, 'wheelhouse test', log);
  const who = await caller();
  await setGuards(db, who.tenantId);
  const body = { name: `test-${randomUUID()}`, kubeconfig: kube.kubeconfig };
  const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
  expect(made).toMatchObject({ status: 201 });
  const clusterId: string = made.body.id;
  // What is decided before has to wait for the worker, and what is published before its queue is there is lost.
  await eventually(async () => {
    const { body: clusters } = await house.call(who, 'GET', '/api/v1/clusters');
    expect(clusters.data).toMatchObject([{ cluster_id: clusterId, ready: true, trouble: null }]);
  });
  // The first has to wait for the connection.
  const publish: AgentHouse['publish'] = (text, id) =>
    eventually(() => broker.publish({ exchange: decisionsExchange, key: clusterId, body: text, id }));
  return {
    ...house,
    db,
    who,
    clusterId,
    kube,
    publish,
    decide: async (wanted) => {
      const decision = { ...decisionFor(who.tenantId, clusterId), ...wanted };
      await publish(JSON.stringify(decision), decision.decision_id);
      return decision.decision_id;
    },
    ended: (decisionId, withinMs = 20_000) =>
      eventually(async () => {
        const [row] = await db.tenant(who.tenantId, (tenant) =>
          tenant.query<ActionRow>('SELECT * FROM action_agent.actions WHERE decision_id = $1', [decisionId]),
        );
        expect(row?.finished_at ?? null).not.toBeNull();
        if (row === undefined) throw new Error('no action');
        return row;
      }, withinMs),
    stop: async () => {
      await broker.close();
      await kube.close();
      await db.end();
      await house.stop();
    },
  };
}
