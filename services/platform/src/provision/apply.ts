import { pause } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import { openRegistries } from '../cloudspaces/registries.ts';
import type { CloudspaceWork } from './cloudspace-work.ts';
import { bindingOf, cloudspaceLabel, contentsOf, namespaceOf, quotaOf } from './objects.ts';
import { excess, isCounted, type QuotaRead } from './quota-fit.ts';
import { type NamespaceRead, whatStays } from './stuck.ts';
import { becomeReady, fail } from './transitions.ts';
import { Stopped } from './trouble.ts';
import { readObject, writeObject } from './write-object.ts';

/** Provisioning and Updating: everything is there as the row says, whatever was there before. */
export async function apply(work: CloudspaceWork): Promise<void> {
  const { context, tenantId, signal, row } = work;
  const registries = openRegistries(context.secrets, tenantId, row);
  const client = await work.client();
  const { username } = await client.whoAmI(signal);
  await work.noteSent();
  await writeObject(work, client, namespaceOf(row), (seen) => mustBeOurs(row.id, seen));
  await writeObject(work, client, bindingOf(row, username));
  for (const wanted of contentsOf(row, registries)) await writeObject(work, client, wanted);
  const tooMuch = await whatExceeds(work, client);
  if (tooMuch === undefined) return work.move((db, now) => becomeReady(db, context, now));
  // Everything is written; what runs keeps running, and nothing more starts.
  const change = { applied_generation: row.generation };
  await work.move((db, now) => fail(db, context, now, { reason: 'quota_too_small', known: tooMuch }, change));
}

export function pathOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}`;
}

export function isOurs(cloudspaceId: string, { metadata }: NamespaceRead): boolean {
  return metadata.labels?.[cloudspaceLabel] === cloudspaceId;
}

/** Another's namespace is not touched. Ours that is being deleted must be gone before it is made again. */
function mustBeOurs(cloudspaceId: string, seen: NamespaceRead): void {
  const { name, deletionTimestamp } = seen.metadata;
  if (!isOurs(cloudspaceId, seen))
    throw new Stopped({
      reason: 'namespace_taken',
      known: `The cluster already has a namespace ${name} that was not made for this CloudSpace. It was not touched.`,
      isFinal: true,
    });
  if (deletionTimestamp !== undefined)
    throw new Stopped({ reason: 'stuck_terminating', known: whatStays(seen), isFinal: false });
}

const countedWithinMs = 10_000;
const lookEveryMs = 200;

/** In words. A new namespace uses nothing; of a former one the cluster takes a moment to count. */
async function whatExceeds({ row, signal }: CloudspaceWork, client: ClusterClient): Promise<string | undefined> {
  const { object, collection, name } = quotaOf(row);
  if (object === null || row.applied_generation === 0) return undefined;
  const until = performance.now() + countedWithinMs;
  for (;;) {
    const seen = (await readObject<QuotaRead>(client, `${collection}/${name}`, signal)) ?? {};
    // Where nobody counts, nothing is refused either.
    if (isCounted(seen) || performance.now() > until) return excess(seen);
    await pause(lookEveryMs, signal);
    signal.throwIfAborted();
  }
}
