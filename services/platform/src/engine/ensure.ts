import { foldOperations, isGoing, KubernetesError, type LiveObject } from '@wheelhouse/kubernetes';
import { appLabel, contentManager, scaleManager } from './names.ts';
import type { Manifest } from './objects.ts';
import { isStatus } from './refusals.ts';
import type { RunningApp } from './running-app.ts';

/** One object of an app: where it lies, and as it is to be; null: not to be there. */
interface Wish {
  readonly kind: string;
  readonly collection: string;
  readonly path: string;
  readonly manifest: Manifest | null;
}

/** Its name is another's: it is not touched. */
export class NameTaken extends Error {}

/** It is being deleted: it is looked at again, and should it not go, this says what holds it. */
export class StillGoing extends Error {
  constructor(kind: string, { metadata: { name, finalizers = [] } }: LiveObject) {
    const held = finalizers.length === 0 ? '' : `, held by ${finalizers.join(', ')}`;
    super(`${kind} ${name} is still being deleted${held}`);
  }
}

/**
 * Brings one object to what it is to be, from whatever it is, and answers it. What should be absent is POSTed and what
 * is there is applied with the version that was read: whoever has lost the lease meanwhile is answered 409 either way.
 */
export async function ensure<T extends LiveObject>(running: RunningApp, wish: Wish): Promise<T | null> {
  const { client, signal, app } = running;
  const live = await getOrNull<T>(running, wish.path);
  const { manifest } = wish;
  if (live !== null && live.metadata.labels?.[appLabel] !== app.id)
    throw new NameTaken(`${wish.kind} ${live.metadata.name} was not made for this app.`);
  if (live !== null && isGoing(live)) throw new StillGoing(wish.kind, live);
  if (live === null && manifest === null) return null;
  await running.mustHold();
  signal.throwIfAborted();
  if (live === null) {
    // Not ended by the signal: a change that is on its way is worth its answer.
    return client.create<T>(wish.collection, manifest, { fieldManager: contentManager });
  }
  const { uid, resourceVersion } = live.metadata;
  if (manifest === null) {
    // As it was read: a later revision may want it again.
    await client.delete(wish.path, { uid, resourceVersion });
    return null;
  }
  return applied<T>(running, wish.path, live, manifest);
}

/** What others have added goes with the same apply, in one rollout; the count of replicas stays whose it is. */
async function applied<T extends LiveObject>(
  { client }: RunningApp,
  path: string,
  live: T,
  manifest: Manifest,
): Promise<T> {
  const fold = foldOperations(live, contentManager, ({ manager }) => manager === scaleManager);
  const folded = fold === undefined ? live : await client.jsonPatch<T>(path, fold, { fieldManager: contentManager });
  const { uid, resourceVersion } = folded.metadata;
  const object = { ...manifest, metadata: { ...manifest.metadata, uid, resourceVersion } };
  return client.apply<T>(path, object, { fieldManager: contentManager });
}

export async function getOrNull<T>(
  { client, signal }: Pick<RunningApp, 'client' | 'signal'>,
  path: string,
): Promise<T | null> {
  try {
    return await client.get<T>(path, undefined, signal);
  } catch (error) {
    if (isStatus(error, 404) && error instanceof KubernetesError) return null;
    throw error;
  }
}
