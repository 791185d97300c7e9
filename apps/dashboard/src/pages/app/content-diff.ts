import type { Change, Content } from '../../api/apps.ts';

/** What one content changes of another, by the same paths as a deployment's diff has. */
export function contentDiff(before: Content, after: Content): readonly Change[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .toSorted()
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flat({ source, ...content }: Content): ReadonlyMap<string, string> {
  return new Map([['image', source.image], ...leaves(content, '')]);
}

function* leaves(value: object, prefix: string): Generator<[string, string]> {
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    const path = `${prefix}${name}`;
    if (field === null || field === undefined) continue;
    if (Array.isArray(field)) yield [path, JSON.stringify(field)];
    else if (typeof field === 'object') yield* leaves(field, `${path}.`);
    else yield [path, typeof field === 'string' ? field : JSON.stringify(field)];
  }
}
