import { setTimeout as wait } from 'node:timers/promises';
import type { Client, Schemas } from '@wheelhouse/sdk';
import { imageOf, type Stage, variablesOf } from './app-stage.ts';
import { clusterById } from './cluster.ts';

/** A CloudSpace and an app in it, by the public API, as anybody would make them. */

export type App = Schemas['platform']['App'];
type Cloudspace = Schemas['platform']['Cloudspace'];

export const spaceName = 'shop-apps';
const appName = 'web';

export interface Wanted {
  readonly clusterId: string;
  readonly stage: Stage;
  readonly signal: AbortSignal;
  /** The CloudSpace, and its namespace: tests have one of their own. */
  readonly space?: string;
}

const cloudspaces = '/platform/api/v1/cloudspaces';
const apps = '/platform/api/v1/apps';
const deployableWithinMs = 60_000;
/** Every phase ends by itself; together they have longer than anybody would wait here. */
const settledWithinMs = 300_000;

/** Finds it, or makes it; answers it once no deployment of it runs. */
export async function ensureApp(client: Client, wanted: Wanted): Promise<App> {
  const { clusterId, stage, signal, space: name = spaceName } = wanted;
  await until(signal, deployableWithinMs, async () => {
    const { deployable, deploy_message: why } = await clusterById(client, clusterId);
    return deployable ? { done: true } : { why: `the cluster cannot be deployed to: ${why}` };
  });
  const space = await readySpace(client, wanted, name);
  const found = await findApp(client, name);
  const { id } = found ?? (await client.post(apps, { body: firstVersion(space.id, stage) })).data;
  return until(signal, settledWithinMs, async () => {
    const { data: app } = await client.get(`${apps}/{id}`, { params: { id } });
    // Of an app that is being changed, the two may be of different moments.
    const isOver = app.deployment.finished_at !== null && app.deployment.phase === app.phase;
    return isOver ? { done: app } : { why: `${titleOf(app)} is ${app.phase}: ${app.deployment.progress ?? '…'}` };
  });
}

export function titleOf({ cloudspace_name: space, name }: App): string {
  return `${space}/${name}`;
}

export async function findApp(client: Client, space = spaceName): Promise<App | undefined> {
  const { data: page } = await client.get(apps, { query: { q: appName, limit: 200 } });
  return page.data.find((app) => app.name === appName && app.cloudspace_name === space);
}

async function readySpace(
  client: Client,
  { clusterId, stage: { placement }, signal }: Wanted,
  name: string,
): Promise<Cloudspace> {
  const { data: page } = await client.get(cloudspaces, { query: { q: name, limit: 200 } });
  const found = page.data.find((one) => one.name === name);
  const body = { name, cluster_id: clusterId, placement: { ...placement } };
  const { id } = found ?? (await client.post(cloudspaces, { body })).data;
  return until(signal, settledWithinMs, async () => {
    const { data: space } = await client.get(`${cloudspaces}/{id}`, { params: { id } });
    if (space.phase === 'Failed') throw new Error(`the CloudSpace ${name} has failed: ${space.message}`);
    return space.phase === 'Ready' ? { done: space } : { why: `${name} is ${space.phase}: ${space.message}` };
  });
}

function firstVersion(cloudspaceId: string, stage: Stage) {
  return {
    name: appName,
    cloudspace_id: cloudspaceId,
    source: { type: 'image' as const, image: imageOf(stage, 'good', 1) },
    port: stage.port,
    env: variablesOf(stage, 'good', 1),
    // With two, its budget would keep the only real node from being drained.
    replicas: 1,
    resources: { cpu_request: '10m', memory_request: '32Mi' },
    // So that what fails does so while somebody watches.
    rollout_minutes: 1,
    ...(stage.port === null ? {} : { health_check: { path: '/', period_seconds: 1, startup_seconds: 120 } }),
  };
}

type Seen<T> = { readonly done: T } | { readonly why: string };

async function until<T>(signal: AbortSignal, limitMs: number, look: () => Promise<Seen<T>>): Promise<T> {
  for (const deadline = performance.now() + limitMs; ; await wait(500, undefined, { signal })) {
    const seen = await look();
    if ('done' in seen) return seen.done;
    if (performance.now() > deadline) throw new Error(`${seen.why} (after ${limitMs / 1000} s)`);
  }
}
