import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

type SchemaError = ReturnType<typeof Value.Errors>[number];

/** The first field that is not as the schema says, in words; undefined when all are. */
export function firstFault(schema: TSchema, value: unknown): string | undefined {
  const [error] = Value.Errors(schema, value);
  if (error === undefined) return undefined;
  const path = pathOf(error);
  if (error.keyword === 'required') return `${fieldAt([...path, error.params.requiredProperties[0] ?? ''])} is missing`;
  const field = fieldAt(path);
  if (error.keyword === 'boolean') return `${field} is not a known field`;
  return `${field} is ${shown(valueAt(value, path))}; it must ${demandOf(error)}`;
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  object: 'an object',
  array: 'a list',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'an RFC 3339 time in UTC',
  uri: 'a URL',
};

function demandOf(error: SchemaError): string {
  if (error.keyword === 'type') return `be ${[error.params.type].flat().map(kindText).join(' or ')}`;
  if (error.keyword === 'const') return `be ${JSON.stringify(error.params.allowedValue)}`;
  if (error.keyword === 'enum') return `be one of ${error.params.allowedValues.join(', ')}`;
  if (error.keyword === 'format') return `be ${formats[error.params.format] ?? error.params.format}`;
  if (error.keyword === 'minimum') return `be at least ${error.params.limit}`;
  if (error.keyword === 'maximum') return `be at most ${error.params.limit}`;
  if (error.keyword === 'pattern') return `match ${String(error.params.pattern)}`;
  return error.message.replace(/^must /, '');
}

function kindText(kind: string): string {
  return kinds[kind] ?? kind;
}

type Path = readonly string[];

function pathOf({ instancePath }: SchemaError): Path {
  const names = instancePath.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const mostShown = 60;

/** Names and values are the sender's: a reason stays short whatever they are. */
function fieldAt(path: Path): string {
  return path.length === 0 ? 'the message' : cut(path.join('.'));
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : cut(JSON.stringify(value) ?? 'nothing');
}

function cut(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  );
}
