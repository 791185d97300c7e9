import { etagOf, refuse } from '@wheelhouse/kit';

/**
 * For what changes by itself too. The first part is of what people set, the second of all that is shown: who changes a
 * name must not be refused because a phase moved on meanwhile, and who reads it again must see that it did.
 */
export function twoPartEtag(settings: object, shown: object): string {
  return `"${hashOf(settings)}.${hashOf(shown)}"`;
}

/** If-Match, by the first part. */
export function unlessSet(ifMatch: string | undefined, settings: object): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const now = hashOf(settings);
  const isNow = (entry: string) => entry.trim().replace(/^(?:W\/)?"([^".]*).*$/, '$1') === now;
  if (!ifMatch.split(',').some(isNow)) refuse('precondition_failed');
}

function hashOf(value: object): string {
  return etagOf(value).replaceAll('"', '');
}
