import { isMap, isScalar, parseDocument, visit } from 'yaml';
import { KubeconfigRefused } from './access.ts';

/** Somebody's mapping: whatever is read from it has to be looked at. */
export type Fields = ReadonlyMap<unknown, unknown>;

export interface Entry {
  readonly name: string;
  /** Where it stands, for whoever has to change it. */
  readonly field: string;
  readonly fields: Fields;
}

export interface Kubeconfig {
  readonly clusters: readonly Entry[];
  readonly users: readonly Entry[];
  readonly contexts: readonly Entry[];
  readonly currentContext: string | undefined;
}

const largest = 256 * 1024;
/** What is neither a letter nor of base64. Sixty clusters need as much, and a text made of it costs its reader seconds. */
const mostSigns = 10_000;
/** Enough for an anchor or two that somebody wrote by hand; a bomb needs more. */
const mostAliases = 10;

export function readKubeconfig(text: string): Kubeconfig {
  if (Buffer.byteLength(text) > largest || text.replaceAll(/[A-Za-z0-9+/=. ]+/g, '').length > mostSigns)
    throw new KubeconfigRefused(
      'too_large',
      '',
      'The kubeconfig is longer than 256 KiB or has too many entries. Remove the clusters you do not need',
    );
  const config = mappingIn(text);
  return {
    clusters: entriesOf(config, 'clusters', 'cluster'),
    users: entriesOf(config, 'users', 'user'),
    contexts: entriesOf(config, 'contexts', 'context'),
    currentContext: textOf(config, 'current-context', 'current-context'),
  };
}

/** Undefined when it is absent or empty, as Kubernetes reads it. */
export function textOf(fields: Fields, name: string, field: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw malformed(field, `${field} is not text`);
  return value;
}

export function malformed(field: string, message: string): KubeconfigRefused {
  return new KubeconfigRefused('malformed', field, message);
}

function mappingIn(text: string): Fields {
  const parsed = parsedOf(text);
  if (!isFields(parsed))
    throw malformed('', 'This is not a kubeconfig: it is not a mapping with clusters, users and contexts');
  return parsed;
}

function parsedOf(text: string): unknown {
  try {
    // The library's own check for keys given twice, and its way of quoting faults, take seconds over a large text.
    const document = parseDocument(text, {
      uniqueKeys: false,
      stringKeys: true,
      resolveKnownTags: false,
      prettyErrors: false,
    });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw fault;
    visit(document, {
      Map: (_, map) => refuseKeysGivenTwice(map.items.map(({ key }) => (isScalar(key) ? key.value : key))),
    });
    return isMap(document.contents) ? document.toJS({ mapAsMap: true, maxAliasCount: mostAliases }) : undefined;
  } catch (error) {
    if (error instanceof KubeconfigRefused) throw error;
    // Its text is not repeated: it may quote a line that holds a secret.
    throw malformed(
      '',
      'The kubeconfig is not YAML as kubectl writes it: it cannot be parsed, uses custom tags, or expands too many aliases',
    );
  }
}

/** What stands there twice is read differently by different readers, and one of them is the person who looked at it. */
function refuseKeysGivenTwice(keys: readonly unknown[]): void {
  const seen = new Set<unknown>();
  for (const key of keys) {
    // kubectl would read them, we would not: what one of us sees the other must see too.
    if (key === '<<')
      throw malformed('<<', 'The kubeconfig has merge keys (<<), which are not supported: write the fields out');
    if (seen.has(key)) throw malformed(String(key), `${String(key).slice(0, 64)} appears twice in the same mapping`);
    seen.add(key);
  }
}

function entriesOf(config: Fields, list: string, kind: string): readonly Entry[] {
  const given = config.get(list) ?? [];
  if (!Array.isArray(given)) throw malformed(list, `${list} is not a list`);
  const entries = given.map((item: unknown, index): Entry => {
    const place = `${list}[${index}]`;
    if (!isFields(item)) throw malformed(place, `${place} is not a mapping`);
    const name = textOf(item, 'name', `${place}.name`);
    const fields = item.get(kind) ?? new Map();
    if (name === undefined) throw malformed(`${place}.name`, `${place} has no name`);
    if (!isFields(fields)) throw malformed(`${place}.${kind}`, `${place}.${kind} is not a mapping`);
    return { name, field: `${place}.${kind}`, fields };
  });
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) throw malformed(list, `${list} has two entries with the same name`);
  return entries;
}

function isFields(value: unknown): value is Fields {
  return value instanceof Map;
}
