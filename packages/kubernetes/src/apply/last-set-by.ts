import type { ManagedFieldsEntry } from './managed-fields.ts';

/** Who wrote a field of an object, and when: whole seconds, as the API server keeps it. */
export interface SetBy {
  readonly manager: string;
  readonly time: string | undefined;
}

/**
 * Who wrote the field at a path last, of all who own it or something below it: `['spec', 'template']`. Whoever only
 * reports a status is left out. Undefined where the API server does not say.
 */
export function lastSetBy(
  entries: readonly ManagedFieldsEntry[] | undefined,
  path: readonly string[],
): SetBy | undefined {
  let last: SetBy | undefined;
  for (const { manager = '', time, subresource, fieldsV1 } of entries ?? []) {
    if (subresource === 'status' || !owns(fieldsV1, path)) continue;
    if (last === undefined || (time ?? '') >= (last.time ?? '')) last = { manager, time };
  }
  return last;
}

/** Looked up and not read as a whole: an object says this with every change of its status. */
function owns(fieldsV1: unknown, path: readonly string[]): boolean {
  let at: unknown = fieldsV1;
  for (const name of path) {
    const element = `f:${name}`;
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, element)) return false;
    at = Reflect.get(at, element);
  }
  return true;
}
