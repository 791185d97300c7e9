import type { Module } from '@wheelhouse/kit';
import {
  type Answer,
  type Caller,
  caller,
  type ClusterRelay,
  deployAccess,
  eventually,
  type Kube,
  kubeconfigThrough,
  openKube,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { nodeName, nodeTaint } from '../../../dev/engines/node/machine.ts';
import { aheadClock, type PlatformHouse, startPlatform } from './house.ts';

export const apps = '/api/v1/apps';
export const cloudspaces = '/api/v1/cloudspaces';

/** Platform with a cluster it can deploy to, by the rights of its manifest alone, and a CloudSpace in it. */
export interface AppsHouse extends PlatformHouse {
  readonly kube: Kube;
  readonly who: Caller;
  readonly clusterId: string;
  readonly cloudspace: Answer['body'];
  readonly advance: (milliseconds: number) => void;
  readonly create: (body: object) => Promise<Answer>;
  readonly app: (id: string) => Promise<Answer['body']>;
  /** Until the app is as wanted; answers it. */
  readonly appBecomes: (id: string, wanted: object, limitMs?: number) => Promise<Answer['body']>;
  readonly ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Answer>;
}

export interface Place {
  readonly node_selector: Readonly<Record<string, string>>;
  readonly tolerations: readonly object[];
}

/** Where pods truly run. */
export const onRealNode: Place = {
  node_selector: { 'kubernetes.io/hostname': nodeName },
  tolerations: [{ key: nodeTaint, operator: 'Exists', effect: 'NoSchedule' }],
};

/** Where KWOK says that they do. */
export function onNode(name: string): Place {
  return {
    node_selector: { 'kubernetes.io/hostname': name },
    tolerations: [{ key: 'wheelhouse.dev/reserved', operator: 'Exists', effect: 'NoSchedule' }],
  };
}

export async function startApps(
  place: (kube: Kube) => Promise<Place>,
  environment: Readonly<Record<string, string>> = {},
  more: {
    readonly beside?: readonly Module[];
    readonly owner?: (house: PlatformHouse) => Promise<Caller>;
    readonly relay?: ClusterRelay;
  } = {},
): Promise<AppsHouse> {
  const clock = aheadClock();
  const kube = openKube();
  const { kubeconfig: direct } = await deployAccess();
  const { beside = [], owner = () => caller(), relay } = more;
  const kubeconfig = relay === undefined ? direct : kubeconfigThrough(direct, relay);
  const house = await startPlatform({ clock, environment, beside });
  const who = await owner(house);
  const registered = await house.register(who, { name: 'apps', kubeconfig });
  const clusterId = registered.body.id;
  await house.becomes(who, clusterId, { deployable: true }, 30_000);
  const ask: AppsHouse['ask'] = (method, path, body) =>
    house.call(who, method, path, body === undefined ? {} : { body });
  const name = `space-${crypto.randomUUID().slice(0, 8)}`;
  const made = await ask('POST', cloudspaces, { name, cluster_id: clusterId, placement: await place(kube) });
  expect(made.status).toBe(201);
  const cloudspace = await eventually(async () => {
    const { body } = await ask('GET', `${cloudspaces}/${made.body.id}`);
    expect(body).toMatchObject({ phase: 'Ready' });
    return body;
  });
  const app: AppsHouse['app'] = async (id) => (await ask('GET', `${apps}/${id}`)).body;
  return {
    ...house,
    kube,
    who,
    clusterId,
    cloudspace,
    advance: clock.advance,
    ask,
    app,
    create: (body) => ask('POST', apps, { cloudspace_id: cloudspace.id, ...body }),
    appBecomes: (id, wanted, limitMs = 150_000) =>
      eventually(async () => {
        const body = await app(id);
        expect(body).toMatchObject(wanted);
        return body;
      }, limitMs),
    stop: async () => {
      await house.stop();
      const { metadata } = await kube.client.get<{ metadata: { uid: string } }>(`/api/v1/namespaces/${name}`);
      await kube.client.delete(`/api/v1/namespaces/${name}`, { uid: metadata.uid });
      // Whoever has the node next finds nothing of ours.
      await eventually(async () => {
        const { items } = await kube.client.get<{ items: readonly object[] }>(`/api/v1/namespaces/${name}/pods`);
        expect(items).toEqual([]);
      });
      await kube.close();
    },
  };
}

/**
 * A worker is Live when it has been ready for 15 s, which the clock is put ahead for: a few times only, because
 * deadlines and the caller's token run by the same clock.
 */
export async function becomesLive(house: AppsHouse, id: string, revision?: number): Promise<Answer['body']> {
  await house.appBecomes(id, { phase: 'Verifying', ...(revision === undefined ? {} : { revision }) });
  const wanted = { phase: 'Live', ...(revision === undefined ? {} : { current_revision: revision }) };
  for (let tries = 0; tries < 4; tries += 1) {
    house.advance(16_000);
    const live = await house.appBecomes(id, wanted, 3_000).catch(() => undefined);
    if (live !== undefined) return live;
  }
  return house.appBecomes(id, wanted);
}
