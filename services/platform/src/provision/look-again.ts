import { isDeepStrictEqual } from 'node:util';
import { isOurs, pathOf } from './apply.ts';
import type { CloudspaceWork } from './cloudspace-work.ts';
import { bindingOf } from './objects.ts';
import type { NamespaceRead } from './stuck.ts';
import { beginUpdating, fail } from './transitions.ts';
import { readObject } from './write-object.ts';

interface BindingRead {
  readonly subjects?: unknown;
}

/** One that is Ready: whether its namespace is still there, and the credentials of now still have their role in it. */
export async function lookAgain(work: CloudspaceWork): Promise<'on' | 'done'> {
  const { context, row, signal } = work;
  const client = await work.client();
  const seen = await readObject<NamespaceRead>(client, pathOf(row.namespace), signal);
  if (seen === undefined || !isOurs(row.id, seen) || seen.metadata.deletionTimestamp !== undefined) {
    await work.move((db, now) => fail(db, context, now, { reason: 'namespace_gone' }));
    return 'done';
  }
  const { username } = await client.whoAmI(signal);
  const { collection, name, object } = bindingOf(row, username);
  const binding = await readObject<BindingRead>(client, `${collection}/${name}`, signal);
  if (!isDeepStrictEqual(plain(binding?.subjects), plain(object?.['subjects']))) {
    await work.move((db, now) => beginUpdating(db, context, now));
    return 'on';
  }
  await work.rest();
  return 'done';
}

/** The cluster fills in the group of users. */
function plain(subjects: unknown): unknown {
  if (!Array.isArray(subjects)) return undefined;
  return subjects.map(({ kind, name, namespace }) => ({ kind, name, namespace }));
}
