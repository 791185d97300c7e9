/** What of a JSON Schema a sample is made by. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const neverMade = '019cad8f-0000-7000-8000-000000000000';

/** Texts that patterns ask for; the first that fits is taken. */
const words = [
  'a lamp beside the river',
  'lamp',
  'lamp@example.test',
  'lamp.example.test',
  '123456',
  'a_lamp',
  neverMade,
  'a'.repeat(43),
];

/** Something a schema lets through, with as little in it as that takes. */
export function sampleOf(given: object): unknown {
  const schema: Schema = given;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name, field]) => schema.required?.includes(name) || field.default !== undefined)
          .map(([name, field]) => [name, sampleOf(field)]),
      );
    case undefined:
    default:
      return null;
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  if (format === 'uuid') return neverMade;
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  const fits = (word: string) =>
    word.length >= minLength && word.length <= maxLength && new RegExp(pattern ?? '', 'u').test(word);
  const word = words.find(fits);
  if (word === undefined) throw new Error(`no sample fits ${pattern}; add a word that does`);
  return word;
}
