import { type TObject, type TSchema, Type } from 'typebox';
import { fieldWords } from './events/field-words.ts';
import { code, table } from './markdown.ts';

/** Says in words what a schema allows. Shapes with a title are linked to the section of that name. */

function annotation(schema: TSchema, name: 'description' | 'format' | 'title'): string | undefined {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'string' ? value : undefined;
}

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'timestamp', uri: 'URL' };

export function typeText(schema: TSchema): string {
  const title = annotation(schema, 'title');
  return title === undefined ? untitled(schema) : `[${title}](#${title.toLowerCase()})`;
}

function untitled(schema: TSchema): string {
  if (Type.IsUnion(schema)) return schema.anyOf.map(typeText).join(' or ');
  if (Type.IsNull(schema)) return 'null';
  if (Type.IsEnum(schema)) return schema.enum.map((word) => code(String(word))).join(', ');
  if (Type.IsLiteral(schema)) return code(String(schema.const));
  if (Type.IsString(schema)) return formats[annotation(schema, 'format') ?? ''] ?? 'string';
  if (Type.IsInteger(schema)) return 'integer';
  if (Type.IsNumber(schema)) return 'number';
  if (Type.IsBoolean(schema)) return 'boolean';
  if (Type.IsArray(schema)) return `array of ${typeText(schema.items)}${atMost(schema)}`;
  if (Type.IsObject(schema)) return 'object';
  throw new Error(`no words for the schema ${JSON.stringify(schema)}`);
}

function atMost(schema: TSchema): string {
  const most: unknown = Reflect.get(schema, 'maxItems');
  return typeof most === 'number' ? `, at most ${most}` : '';
}

function meaning(schema: TSchema): string {
  const own = annotation(schema, 'description');
  if (own !== undefined || !Type.IsUnion(schema)) return own ?? '';
  return schema.anyOf.map(meaning).find((text) => text !== '') ?? '';
}

export function fieldTable(schema: TObject): string {
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    code(name),
    `${typeText(field)}${Type.IsOptional(field) ? ', may be absent' : ''}`,
    meaning(field) || (fieldWords[name] ?? ''),
  ]);
  return table(['field', 'type', 'meaning'], rows);
}

/** One section per named shape; a shape with variants has one table each. */
export function shapeSection(schema: TSchema): string {
  const title = annotation(schema, 'title') ?? '';
  const variants = (Type.IsUnion(schema) ? schema.anyOf : [schema]).filter(Type.IsObject);
  const described = (variant: TObject) => [
    ...(meaning(variant) === '' ? [] : [`${meaning(variant)}:`]),
    fieldTable(variant),
  ];
  return [`### ${title}`, ...variants.flatMap(described)].join('\n\n');
}
