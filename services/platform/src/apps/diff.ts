import type { Content } from './content.ts';
import type { Change } from './schema.ts';

/** What one revision changes of another, field by field, in a fixed order. */
export function diffOf(before: Content | undefined, after: Content): readonly Change[] {
  const [was, is] = [before === undefined ? new Map<string, string>() : flat(before), flat(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])].toSorted();
  return paths
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** `source.image` is what people call the image. */
function flat({ source, ...content }: Content): Map<string, string> {
  return new Map([['image', source.image], ...leaves(content, '')]);
}

function* leaves(value: object, prefix: string): Generator<[string, string]> {
  for (const [name, field] of Object.entries(value)) {
    const path = `${prefix}${name}`;
    if (field === null || field === undefined) continue;
    if (Array.isArray(field)) yield [path, JSON.stringify(field)];
    else if (typeof field === 'object') yield* leaves(field, `${path}.`);
    else yield [path, String(field)];
  }
}
