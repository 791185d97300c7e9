import { setTimeout as wait } from 'node:timers/promises';
import { type Client, isApiError } from '@wheelhouse/sdk';
import { type Health, healthOf } from '../../health.ts';
import { plain } from '../../output/plain.ts';
import type { Progress } from '../../output/progress.ts';
import { type Cluster, clusterPath } from './cluster.ts';

const lookEveryMs = 500;
/** So long new credentials may take to be tried; until then a cluster has the phase of the old ones. */
const triedWithinMs = 20_000;

/** The cluster once it has been looked at, or as it is when the time is over. */
export async function settled(client: Client, registered: Cluster, until: number, progress: Progress) {
  const triedBy = registered.phase === 'Pending' ? 0 : Date.now() + triedWithinMs;
  let cluster = registered;
  while (!isSettled(cluster, triedBy) && Date.now() < until) {
    progress.say(`${plain(cluster.name)} is ${cluster.phase}: ${plain(cluster.message)}`);
    await wait(Math.min(lookEveryMs, Math.max(0, until - Date.now())));
    cluster = (await client.get(clusterPath, { params: { id: cluster.id } })).data;
  }
  return cluster;
}

/** Of new credentials no right is known until they were tried. */
function isSettled({ phase, rights }: Cluster, triedBy: number): boolean {
  return phase !== 'Pending' && (rights.some(({ allowed }) => allowed !== null) || Date.now() >= triedBy);
}

/** Undefined if it was not observed in time. */
export async function firstHealth(client: Client, { id, name }: Cluster, until: number, progress: Progress) {
  progress.say(`${plain(name)} is Ready; waiting for its first score`);
  for (;;) {
    const health = await observed(client, id);
    if (health !== undefined || Date.now() >= until) return health;
    await wait(lookEveryMs);
  }
}

async function observed(client: Client, id: string): Promise<Health | undefined> {
  try {
    return await healthOf(client, id, 0);
  } catch (error) {
    if (isApiError(error, 'unavailable', 'not_found')) return undefined;
    throw error;
  }
}
