/** Where in a call an id stands: `path.id`, `query.role_id`, `body.group_roles.*` (a `*` is any name or number). */
export type Place = string;

/** What of a JSON Schema ids are found by. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** An id by its form, or by its name where the schema lets any text through. */
const named = /(^|_)ids?$/;

export function placesIn(given: object, at: Place): readonly Place[] {
  const { anyOf, format, type, items, properties, patternProperties, additionalProperties }: Schema = given;
  if (anyOf !== undefined) return [...new Set(anyOf.flatMap((one) => placesIn(one, at)))];
  if (type === 'string')
    return format === 'uuid' || named.test(at.split('.').findLast((word) => word !== '*') ?? '') ? [at] : [];
  if (items !== undefined) return placesIn(items, `${at}.*`);
  const any = [...Object.values(patternProperties ?? {}), additionalProperties].filter(
    (one) => typeof one === 'object',
  );
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => placesIn(field, `${at}.${name}`)),
    ...any.flatMap((field) => placesIn(field, `${at}.*`)),
  ];
}

type Tree = Readonly<Record<string, unknown>>;

/** The id at a place, or undefined where the call has none. */
export function idAt(call: object, place: Place): string | undefined {
  let value: unknown = call;
  for (const word of place.split('.')) value = isTree(value) ? value[nameIn(value, word)] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The same call with another id there. */
export function withId<T extends object>(call: T, place: Place, id: string): T {
  return put(call, place.split('.'), id) as T;
}

function put(value: unknown, [word, ...rest]: readonly string[], id: string): unknown {
  if (word === undefined) return id;
  if (!isTree(value)) throw new Error('there is no id to be replaced');
  const name = nameIn(value, word);
  const changed = put(value[name], rest, id);
  return Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
}

function nameIn(value: Tree, word: string): string {
  return word === '*' ? (Object.keys(value)[0] ?? '') : word;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
