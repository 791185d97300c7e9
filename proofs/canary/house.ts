import { randomUUID } from 'node:crypto';
import { actionAgent } from '@wheelhouse/action-agent';
import { type Broker, type Clock, type Database, makeLog, openBroker, openDatabase } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { type Answer, caller, eventually, type Kube, startTestProcess } from '@wheelhouse/testkit';
import { setGuards } from '../../services/action-agent/test/open-guards.ts';
import { type ScriptedMonitor, scriptedMonitor } from '../../services/action-agent/test/scripted-monitor.ts';
import type { AgentAccount } from '../agent/account.ts';
import { decisionsExchange } from '../agent/house.ts';

/** An agent on the real cluster whose monitor says what the proof wants it to say. */
export interface CanaryHouse {
  readonly monitor: ScriptedMonitor;
  readonly kube: Kube;
  readonly db: Database;
  readonly broker: Broker;
  readonly tenantId: string;
  /** Of the tenant, with every scope. */
  readonly call: (method: string, path: string, body?: object) => Promise<Answer>;
  readonly clusterId: string;
  /** How far its clock is ahead. */
  readonly clock: Clock & { aheadMs: number };
  readonly publish: (decision: { readonly decision_id: string }) => Promise<void>;
  readonly close: () => Promise<void>;
}

const readyWithinMs = 120_000;

export async function openCanaryHouse(
  kube: Kube,
  account: AgentAccount,
  settings: Readonly<Record<string, string>>,
): Promise<CanaryHouse> {
  const monitor = await scriptedMonitor();
  const clock = {
    aheadMs: 0,
    now() {
      return new Date(Date.now() + clock.aheadMs);
    },
  };
  const process = await startTestProcess([actionAgent(async () => account.access), platformModule], {
    clock,
    environment: {
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      K8S_MONITOR_URL: monitor.url,
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: process.database.url, connections: 2, applicationName: 'proof', log });
  const broker = openBroker(process.vhost.url, 'wheelhouse proof', log);
  const who = await caller();
  await setGuards(db, who.tenantId);
  const body = { name: `proof-${randomUUID()}`, kubeconfig: kube.kubeconfig };
  const made = await process.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
  if (made.status !== 201) throw new Error(`the cluster could not be registered: ${made.status}`);
  const clusterId: string = made.body.id;
  await eventually(async () => {
    const { body: clusters } = await process.call(who, 'GET', '/api/v1/clusters');
    if (clusters.data?.[0]?.ready !== true) throw new Error('the worker did not come up');
    const trouble = broker.trouble();
    if (trouble !== undefined) throw new Error(trouble);
  }, readyWithinMs);
  return {
    monitor,
    kube,
    db,
    broker,
    tenantId: who.tenantId,
    call: (method, path, given) => process.call(who, method, path, given === undefined ? {} : { body: given }),
    clusterId,
    clock,
    publish: (decision) =>
      broker.publish({
        exchange: decisionsExchange,
        key: clusterId,
        body: JSON.stringify(decision),
        id: decision.decision_id,
      }),
    close: async () => {
      await broker.close();
      await db.end();
      await process.stop();
      await monitor.stop();
    },
  };
}
