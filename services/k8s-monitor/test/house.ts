import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Database, makeLog, type Module, openDatabase } from '@wheelhouse/kit';

import {
  type Answer,
  type Caller,
  caller,
  engineSetting,
  eventually,
  type KubeSetting,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { platformModule } from '../../platform/src/module.ts';
import { k8sMonitorModule } from '../src/module.ts';

/** Monitor and platform in one process, on the real clusters. */
export interface MonitorHouse extends TestProcess {
  /** For looking, and for writing what a watcher would. */
  readonly db: Database;
  /** Registers a cluster at platform, and answers its id as soon as it is to be watched. */
  readonly register: (who: Caller, access: object) => Promise<string>;
  readonly health: (who: Caller, query?: string) => Promise<Answer>;
  /** Until its health is told. */
  readonly observed: (who: Caller, clusterId: string) => Promise<Answer['body']>;
}

/** Leads to a port where nobody listens: what is told of it is what a test has written. */
export const nobody = { server: 'https://127.0.0.1:9', token: 'nobodys-token' };

export const monitorEnvironment = {
  EXTERNAL_URL: 'https://wheelhouse.example.test',
  CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
  METRICS_EVERY_SECONDS: '5',
  // The nodes of these tests are new.
  HEALTH_NODE_NOT_READY_JOINING_SECONDS: '0',
};

export async function startMonitor(
  more: Readonly<Record<string, string>> = {},
  besides: readonly Module[] = [],
): Promise<MonitorHouse> {
  const house = await startTestProcess([k8sMonitorModule, platformModule, ...besides], {
    environment: { ...monitorEnvironment, ...more },
  });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const health: MonitorHouse['health'] = (who, query = '') => house.call(who, 'GET', `/api/health${query}`);
  return {
    ...house,
    db,
    health,
    register: async (who, access) => {
      const body = { name: `test-${randomUUID()}`, ...access };
      const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
      expect(made).toMatchObject({ status: 201 });
      await eventually(async () => expect(await isWatched(db, made.body.id)).toBe(true));
      return made.body.id;
    },
    observed: (who, clusterId) =>
      eventually(async () => {
        const told = await health(who, `?cluster_id=${clusterId}`);
        expect(told).toMatchObject({ status: 200 });
        return told.body;
      }),
    stop: async () => {
      await db.end();
      await house.stop();
    },
  };
}

async function isWatched(db: Database, clusterId: string): Promise<boolean> {
  return (await db.look('SELECT 1 FROM k8s_monitor.watches WHERE cluster_id = $1', [clusterId])).length > 0;
}

/** Somebody of the same tenant whose role is limited to these clusters. */
export function limitedTo(who: Caller, clusterIds: readonly string[]): Promise<Caller> {
  return caller({ tenant: who.tenantId, cluster_ids: [...clusterIds], scopes: ['read'] });
}

/** The admin's kubeconfig, through another door if one is given. */
export function kubeconfigOf(setting: KubeSetting, server?: string): string {
  const text = readFileSync(engineSetting(setting), 'utf8');
  if (server === undefined) return text;
  const config = JSON.parse(text) as { clusters: { cluster: { server: string } }[] };
  for (const { cluster } of config.clusters) cluster.server = server;
  return JSON.stringify(config);
}
