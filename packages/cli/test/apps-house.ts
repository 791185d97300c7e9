import { randomUUID } from 'node:crypto';
import { deployAccess, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import type { Place } from '../../../services/platform/test/apps-house.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import type { Environment } from './running.ts';

/** The house with a cluster `prod-eu` that can be deployed to, by the rights of the manifest alone. */
export interface AppsHouse extends CliHouse {
  readonly kube: Kube;
  readonly tenant: TestTenant;
  /** Somebody who may deploy, scale and roll back. */
  readonly developer: Environment;
  /** Through the gateway, as that one. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** A CloudSpace that is Ready, whose pods go there; answers its name. */
  readonly cloudspace: (name?: string) => Promise<string>;
}

type Answer = Awaited<ReturnType<CliHouse['house']['through']>>;

export const cloudspaces = '/api/platform/api/v1/cloudspaces';

export async function openAppsHouse(placeIn: (kube: Kube) => Promise<Place>): Promise<AppsHouse> {
  const kube = openKube();
  const [cli, { kubeconfig }, placement] = await Promise.all([openCliHouse(), deployAccess(), placeIn(kube)]);
  const { house } = cli;
  const tenant = await house.tenant();
  const developer = await cli.withToken(['read', 'deploy', 'actions', 'admin'], tenant);
  const ask: AppsHouse['ask'] = (method, path, body) =>
    house.through(developer['WHEELHOUSE_TOKEN'], method, path, body === undefined ? {} : { body });
  const made = await ask('POST', '/api/platform/api/v1/clusters', { name: 'prod-eu', kubeconfig });
  // With the body, which says why not.
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
  await eventually(async () => {
    const { body } = await ask('GET', `/api/platform/api/v1/clusters/${made.body.id}`);
    expect(body).toMatchObject({ deployable: true });
  });
  return {
    ...cli,
    kube,
    tenant,
    developer,
    ask,
    cloudspace: async (name = newName()) => {
      const { status, body } = await ask('POST', cloudspaces, { name, cluster_id: made.body.id, placement });
      expect({ status, body }).toMatchObject({ status: 201 });
      await eventually(async () => {
        const now = await ask('GET', `${cloudspaces}/${body.id}`);
        expect(now.body).toMatchObject({ phase: 'Ready' });
      });
      return name;
    },
    close: async () => {
      const { body } = await ask('GET', `${cloudspaces}?limit=200`);
      const left: readonly { readonly namespace: string }[] = body.data;
      await cli.close();
      // Nobody waits for them: what is in them is nobody's any more.
      for (const { namespace } of left) await removeNamespace(kube, namespace);
      await kube.close();
    },
  };
}

/** A namespace's too, and the cluster is shared. */
export function newName(): string {
  return `space-${randomUUID().slice(0, 8)}`;
}

async function removeNamespace({ client }: Kube, name: string): Promise<void> {
  const path = `/api/v1/namespaces/${name}`;
  const { metadata } = await client.get<{ readonly metadata: { readonly uid: string } }>(path);
  await client.delete(path, { uid: metadata.uid });
}
