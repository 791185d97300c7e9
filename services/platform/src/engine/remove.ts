import type { LiveObject } from '@wheelhouse/kubernetes';
import { getOrNull } from './ensure.ts';
import { appLabel, paths } from './names.ts';
import { podsOf, type Reading } from './reading.ts';
import { isOutdated, isStatus } from './refusals.ts';

/** What is still there of an app after everything was told to go: `Deployment checkout (finalizer example.com/hold)`. */
export type Remains = readonly string[];

/** Deletes what is there of an app, and answers what still is. Asked again, it goes on. */
export async function removeObjects(reading: Reading, mustHold: () => Promise<void>): Promise<Remains> {
  const { app, cloudspace } = reading;
  const at = paths(cloudspace.namespace, app.name);
  const remains: string[] = [];
  for (const [kind, path] of [
    ['Deployment', at.deployment],
    ['Service', at.service],
    ['PodDisruptionBudget', at.budget],
  ] as const) {
    const live = await ownOrNull(reading, path);
    if (live === null) continue;
    remains.push(named(kind, live));
    if (live.metadata.deletionTimestamp !== undefined) continue;
    await mustHold();
    await remove(reading, path, live);
  }
  for (const pod of await podsOf(reading, app.id)) remains.push(named('Pod', pod));
  return remains;
}

/** Of the same name but another's: not ours to delete. */
async function ownOrNull(reading: Reading, path: string): Promise<LiveObject | null> {
  const live = await getOrNull<LiveObject>(reading, path);
  return live?.metadata.labels?.[appLabel] === reading.app.id ? live : null;
}

/** As it was read: of an app whose first deployment was canceled, the next one may have taken it up meanwhile. */
async function remove({ client }: Reading, path: string, { metadata }: LiveObject): Promise<void> {
  const { uid, resourceVersion } = metadata;
  try {
    // Its pods go with it.
    await client.delete(path, { uid, resourceVersion, propagationPolicy: 'Background' });
  } catch (error) {
    if (!isStatus(error, 404) && !isOutdated(error)) throw error;
  }
}

function named(kind: string, { metadata: { name, finalizers = [] } }: LiveObject): string {
  if (finalizers.length === 0) return `${kind} ${name}`;
  return `${kind} ${name} (${finalizers.length === 1 ? 'finalizer' : 'finalizers'} ${finalizers.join(', ')})`;
}
