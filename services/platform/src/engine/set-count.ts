import type { TenantDb } from '@wheelhouse/kit';
import { type ClusterClient, KubernetesError, type LiveDeployment } from '@wheelhouse/kubernetes';
import { selectApp, updateApp } from '../apps/app-store.ts';
import { paths, scaleManager } from './names.ts';
import { isOutdated, isStatus } from './refusals.ts';

const mostTries = 10;

/** Sets the count of a Deployment, whoever else changes it meanwhile. Answers what was there; null: it is not there. */
export async function setCount(
  client: ClusterClient,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  replicas: number,
  mustHold: (live: LiveDeployment) => Promise<void>,
  signal: AbortSignal,
): Promise<LiveDeployment | null> {
  const { deployment: path } = paths(namespace, name);
  for (let tried = 1; ; tried += 1) {
    const live = await client.get<LiveDeployment>(path, undefined, signal).catch((error: unknown) => {
      if (isStatus(error, 404) && error instanceof KubernetesError) return null;
      throw error;
    });
    if (live === null) return null;
    await mustHold(live);
    try {
      await applyCount(client, path, live, namespace, replicas);
      return live;
    } catch (error) {
      if (!isOutdated(error) || tried === mostTries) throw error;
    }
  }
}

/** As the one manager that owns the count, on the Deployment as it was read. */
async function applyCount(
  client: ClusterClient,
  path: string,
  { metadata: { name, uid, resourceVersion } }: LiveDeployment,
  namespace: string,
  replicas: number,
): Promise<void> {
  const metadata = { name, namespace, uid, resourceVersion };
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas } };
  await client.apply(path, object, { fieldManager: scaleManager });
}

/** Unless another count was asked for meanwhile. */
export async function countIsSet(db: TenantDb, appId: string, replicas: number): Promise<void> {
  const app = await selectApp(db, appId, 'FOR UPDATE');
  if (app?.desired_replicas === replicas && app.scale_pending) await updateApp(db, app, { scale_pending: false });
}
