import { randomUUID } from 'node:crypto';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import { KubernetesError } from '@wheelhouse/kubernetes';
import {
  type Answer,
  asOwner,
  type Caller,
  caller,
  deployAccess,
  eventually,
  type Kube,
  type MovableClock,
  openKube,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { neededRights } from '../src/clusters/needed-rights.ts';
import { aheadClock, type PlatformHouse, startPlatform } from './house.ts';

export const cloudspaces = '/api/v1/cloudspaces';
export const ofMonitor = neededRights.filter(({ needed_by }) => needed_by === 'k8s-monitor');

/** Platform before a real cluster, which it deploys to with the rights of deploy/rbac/platform.yaml and no others. */
export interface CloudspaceHouse {
  readonly platform: PlatformHouse;
  readonly clock: MovableClock;
  readonly kube: Kube;
  /** The admin of the cluster. */
  readonly admin: ClusterClient;
  /** A new tenant with the cluster registered, Ready and deployable. */
  readonly tenant: () => Promise<{ readonly who: Caller; readonly clusterId: string }>;
  readonly registered: (who: Caller, more?: object) => Promise<string>;
  readonly call: (who: Caller, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Asks for one with a name of its own; answers it. Its namespace is removed in the end. */
  readonly made: (who: Caller, clusterId: string, more?: object) => Promise<Answer['body']>;
  readonly becomes: (who: Caller, id: string, wanted: object, limitMs?: number) => Promise<Answer['body']>;
  readonly isGone: (who: Caller, id: string) => Promise<void>;
  readonly told: (type: string, cloudspaceId: string) => Promise<readonly Answer['body'][]>;
  /** Of the cluster, by its admin; undefined: it has none. */
  readonly object: <T = Answer['body']>(path: string) => Promise<T | undefined>;
  readonly namespace: (name: string, labels?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function someName(): string {
  return `cs-${randomUUID().slice(0, 13)}`;
}

export async function startCloudspaceHouse(
  environment: Readonly<Record<string, string>> = {},
): Promise<CloudspaceHouse> {
  const clock = aheadClock();
  const platform = await startPlatform({ clock, environment });
  const kube = openKube();
  const { kubeconfig } = await deployAccess();
  const names: string[] = [];
  const object: CloudspaceHouse['object'] = async (path) => {
    try {
      return await kube.client.get(path);
    } catch (error) {
      if (error instanceof KubernetesError && error.status === 404) return undefined;
      throw error;
    }
  };
  const call: CloudspaceHouse['call'] = (who, method, path, body) =>
    platform.call(who, method, path, body === undefined ? {} : { body });
  const registered: CloudspaceHouse['registered'] = async (who, more = {}) => {
    const { token } = await kube.serviceAccount(ofMonitor);
    const { server, certificateAuthority } = kube.access;
    const access = { server, certificate_authority: certificateAuthority, token };
    const body = { name: someName(), ...access, deploy_access: { kubeconfig }, ...more };
    const { status, body: cluster } = await platform.register(who, body);
    expect([status, cluster.error?.message]).toEqual([201, undefined]);
    return cluster.id;
  };
  return {
    platform,
    clock,
    kube,
    admin: kube.client,
    registered,
    call,
    object,
    tenant: async () => {
      const who = await caller({}, clock);
      const clusterId = await registered(who);
      await platform.becomes(who, clusterId, { phase: 'Ready', deployable: true });
      return { who, clusterId };
    },
    made: async (who, clusterId, more = {}) => {
      const { status, body } = await call(who, 'POST', cloudspaces, {
        name: someName(),
        cluster_id: clusterId,
        ...more,
      });
      expect([status, body.error?.message]).toEqual([201, undefined]);
      names.push(body.namespace);
      return body;
    },
    becomes: (who, id, wanted, limitMs = 15_000) =>
      eventually(async () => {
        const { body } = await call(who, 'GET', `${cloudspaces}/${id}`);
        expect(body).toMatchObject(wanted);
        return body;
      }, limitMs),
    isGone: (who, id) =>
      eventually(async () => {
        expect((await call(who, 'GET', `${cloudspaces}/${id}`)).status).toBe(404);
      }),
    told: (type, id) =>
      asOwner(platform.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ data: Answer['body'] }>(
          `SELECT body::jsonb->'data' AS data FROM platform.outbox
           WHERE type = $1 AND body::jsonb->'data'->>'cloudspace_id' = $2 ORDER BY id`,
          [type, id],
        );
        return rows.map(({ data }) => data);
      }),
    namespace: async (name, labels = {}) => {
      names.push(name);
      await kube.client.create('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels },
      });
    },
    stop: async () => {
      await platform.stop();
      for (const name of names) {
        const path = `/api/v1/namespaces/${name}`;
        const found = await object<{ readonly metadata: { readonly uid: string } }>(path);
        if (found !== undefined) await kube.client.delete(path, { uid: found.metadata.uid }).catch(() => undefined);
      }
      await kube.close();
    },
  };
}
