import type { JsonPatchOperation } from '../client/write-options.ts';
import {
  difference,
  type FieldPath,
  type FieldSet,
  fieldSetOf,
  fieldsV1Of,
  isEmpty,
  union,
  within,
} from './field-set.ts';
import { isOfSubresource, type Managed, type ManagedFieldsEntry } from './managed-fields.ts';

/** What no apply of ours says, and what therefore must not be ours: an apply would reset it. */
const neverOurs: readonly FieldPath[] = [
  ['f:spec', 'f:replicas'],
  // `kubectl rollout restart`: without it the pods would restart once more.
  ['f:spec', 'f:template', 'f:metadata', 'f:annotations', 'f:kubectl.kubernetes.io/restartedAt'],
];

/** What others set stays theirs here. */
const staysWithOthers: readonly FieldPath[] = [
  ...neverOurs,
  // Who has put one there waits for it; taken away, what it guards would be left behind.
  ['f:metadata', 'f:finalizers'],
  ['f:metadata', 'f:ownerReferences'],
];

/**
 * A JSON patch that makes us the owner of what others have set, and of what we have set other than by apply; undefined
 * where there is nothing of the kind. An apply removes only what its manager owns and no longer says: without this,
 * fields that somebody added stay for ever. The patch itself changes no field.
 *
 * `isKept` says whose entries stay as they are. Those of subresources (status, scale) do in any case, and so do those
 * written in another version of the API, whose fields may be called otherwise.
 */
export function foldOperations(
  { metadata: { resourceVersion, managedFields = [] } }: Managed,
  manager: string,
  isKept: (entry: ManagedFieldsEntry) => boolean,
): readonly JsonPatchOperation[] | undefined {
  const isOurs = (entry: ManagedFieldsEntry) => entry.manager === manager && !isOfSubresource(entry);
  const applied = managedFields.find((entry) => isOurs(entry) && entry.operation === 'Apply');
  const base = applied ?? managedFields.find(isOurs) ?? managedFields.find((entry) => !isOfSubresource(entry));
  const isWhole = (entry: ManagedFieldsEntry) =>
    isOfSubresource(entry) || entry.apiVersion !== base?.apiVersion || isKept(entry);

  const parts = managedFields.map((entry) => {
    if (entry === applied) return { entry, ...splitOf(entry, neverOurs) };
    return isWhole(entry)
      ? { entry, kept: undefined, moved: undefined }
      : { entry, ...splitOf(entry, staysWithOthers) };
  });
  const isDone = parts.every(({ entry, kept, moved }) => (entry === applied ? kept : moved) === undefined);
  if (base === undefined || isDone) return undefined;

  const ours = parts.reduce<FieldSet>(
    (all, { moved }) => (moved === undefined ? all : union(all, moved)),
    fieldSetOf({}),
  );
  const others = parts.flatMap(({ entry, kept, moved }): ManagedFieldsEntry[] => {
    if (kept === undefined) return moved === undefined ? [entry] : [];
    const { operation = 'Update' } = entry;
    return [{ ...entry, operation: entry === applied ? 'Update' : operation, fieldsV1: fieldsV1Of(kept) }];
  });
  const folded = { ...base, manager, operation: 'Apply', fieldsV1: fieldsV1Of(ours) };
  return [
    // Not `test`: what that finds changed is answered with 422, as if the patch were wrong, and not with 409.
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'replace', path: '/metadata/managedFields', value: [...others, folded] },
  ];
}

/** What stays with the manager of the entry, and what becomes ours; undefined where that is nothing. */
function splitOf({ fieldsV1 }: ManagedFieldsEntry, staying: readonly FieldPath[]) {
  const all = fieldSetOf(fieldsV1);
  const kept = within(all, staying);
  const moved = difference(all, kept);
  return { kept: isEmpty(kept) ? undefined : kept, moved: isEmpty(moved) ? undefined : moved };
}
