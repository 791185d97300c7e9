/** JSON Schema as TypeScript, as far as route schemas go; whatever goes further is an error, not `unknown`. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

/** `named` is told of every schema that is referred to, and says how it is called. */
export function typeOf(schema: Schema, named: (name: string) => string): string {
  const inner = (each: Schema) => typeOf(each, named);
  const { $ref, anyOf, oneOf = anyOf, allOf, type } = schema;
  if ($ref !== undefined) return named(nameOf($ref));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (oneOf !== undefined) return oneOf.map(inner).join(' | ');
  if (allOf !== undefined) return allOf.map((each) => `(${inner(each)})`).join(' & ');
  if (Array.isArray(type)) return type.map((each) => inner({ ...schema, type: each })).join(' | ');
  if (type === 'array') return `readonly (${inner(schema.items ?? {})})[]`;
  if (type === 'object') return objectType(schema, inner);
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  if (type === undefined) return 'unknown';
  throw new Error(`there is no TypeScript type for ${JSON.stringify(schema)}`);
}

function objectType(schema: Schema, inner: (schema: Schema) => string): string {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties = true } = schema;
  const fields = Object.entries(properties);
  if (fields.length > 0) {
    const lines = fields.map(([name, each]) => field(name, required.includes(name), inner(each), each.description));
    return `{\n${lines.join('\n')}\n}`;
  }
  const [pattern] = Object.values(patternProperties);
  const rest = pattern ?? additionalProperties;
  const value = rest === false ? 'never' : rest === true ? 'unknown' : inner(rest);
  return `Readonly<Record<string, ${value}>>`;
}

/** The last word of a `$ref`. */
export const nameOf = (ref: string) => ref.replace(/^.*\//, '');

export function field(name: string, required: boolean, type: string, description?: string): string {
  const above = description === undefined ? '' : `${comment(description)}\n`;
  return `${above}readonly ${JSON.stringify(name)}${required ? '' : '?'}: ${type};`;
}

export const comment = (text: string) => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`;
