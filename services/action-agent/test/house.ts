import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import { type Database, makeLog, openBroker, openDatabase } from '@wheelhouse/kit';
import { defaultAccess } from '@wheelhouse/kubernetes';
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

/** The agent with its neighbours in one process, on the real cluster, with the rights of its manifest and no others. */
export interface AgentHouse extends TestProcess {
  readonly db: Database;
  readonly who: Caller;
  readonly clusterId: string;
  /** For what a test does to the cluster itself. */
  readonly kube: Kube;
  readonly decide: (decision: Partial<Decision> & Pick<Decision, 'action' | 'target'>) => Promise<string>;
  /** The action of a decision, when it has ended. */
  readonly ended: (decisionId: string, withinMs?: number) => Promise<ActionRow>;
}

const environment = {
  EXTERNAL_URL: 'https://wheelhouse.example.test',
  CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
};

export async function startAgent(): Promise<AgentHouse> {
  const kube = openKube();
  const home = await agentHome('kube');
  const modules = [actionAgent(() => defaultAccess(home)), platformModule, k8sMonitorModule];
  const house = await startTestProcess(modules, {
    environment,
  });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const broker = openBroker(house.vhost.url, 'wheelhouse test', log);
  const who = await caller();
  const body = { name: `test-${randomUUID()}`, kubeconfig: kube.kubeconfig };
  const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
  expect(made).toMatchObject({ status: 201 });
  const clusterId: string = made.body.id;
  // What is decided before has to wait for the worker, and what is published before its queue is there is lost.
  await eventually(async () => {
    const { body: clusters } = await house.call(who, 'GET', '/api/v1/clusters');
    expect(clusters).toMatchObject({ data: [{ ready: true }] });
  });
  return {
    ...house,
    db,
    who,
    clusterId,
    kube,
    decide: async (given) => {
      const decision = { ...decisionFor(who.tenantId, clusterId), ...given };
      const message = {
        exchange: decisionsExchange,
        key: clusterId,
        body: JSON.stringify(decision),
        id: decision.decision_id,
      };
      // The first has to wait for the connection.
      await eventually(() => broker.publish(message));
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
