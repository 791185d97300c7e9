import { type ClusterClient, foldOperations, KubernetesError, type ManagedFieldsEntry } from '@wheelhouse/kubernetes';
import type { CloudspaceWork } from './cloudspace-work.ts';
import type { Wanted } from './objects.ts';
import type { NamespaceRead } from './stuck.ts';

const fieldManager = 'wheelhouse';

interface ObjectRead {
  readonly metadata: NamespaceRead['metadata'] & {
    readonly managedFields?: readonly ManagedFieldsEntry[];
  };
}

/** Undefined: there is none. */
export async function readObject<T>(client: ClusterClient, path: string, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await client.get<T>(path, {}, signal);
  } catch (error) {
    if (error instanceof KubernetesError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Makes one object as it is wanted. What is not there is made, what is there is changed as the very object that was
 * read: whoever was woken after another had taken over is refused by the cluster too (409). Requests are not ended by
 * the signal: a change that is on its way is worth its answer.
 */
export async function writeObject(
  work: CloudspaceWork,
  client: ClusterClient,
  wanted: Wanted,
  /** Throws if what is there is not ours to change. */
  mustBeOurs: (seen: ObjectRead) => void = () => undefined,
): Promise<void> {
  const { collection, name, object } = wanted;
  const path = `${collection}/${name}`;
  const seen = await readObject<ObjectRead>(client, path, work.signal);
  if (seen !== undefined) mustBeOurs(seen);
  if (seen === undefined && object === null) return;
  await work.mustHold();
  if (seen === undefined) {
    await client.create(collection, object, { fieldManager });
    return;
  }
  const { uid, resourceVersion } = seen.metadata;
  if (object === null) return client.delete(path, { uid, resourceVersion });
  // What our own POST has set is not ours to take away by apply before it is folded in. What others added stays theirs.
  const fold = foldOperations(seen, fieldManager, ({ manager }) => manager !== fieldManager);
  const folded: ObjectRead =
    fold === undefined ? seen : await client.jsonPatch<ObjectRead>(path, fold, { fieldManager });
  const metadata = { ...object.metadata, uid, resourceVersion: folded.metadata.resourceVersion };
  await client.apply(path, { ...object, metadata }, { fieldManager });
}
