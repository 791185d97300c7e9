import type { ErrorObject } from 'ajv';

interface Params {
  readonly limit?: number;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly allowedValue?: unknown;
  readonly allowedValues?: readonly unknown[];
}

/** What is wrong with a field, in words that follow its name; Ajv's own where they read well. */
const words: Readonly<Record<string, (params: Params) => string>> = {
  additionalProperties: () => 'is not a known field',
  required: () => 'is required',
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  type: ({ type = [] }) => `must be ${[type].flat().map(kindText).join(' or ')}`,
  format: ({ format = '' }) => `must be ${formats[format] ?? `a valid ${format}`}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minLength: ({ limit = 0 }) => `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit = 0 }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit = 0 }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit = 0 }) => `must have at most ${counted(limit, 'item')}`,
  uniqueItems: () => 'must not contain duplicates',
};

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'an RFC 3339 timestamp',
  uri: 'a URL',
};

export function wordsOf({ keyword, message = 'is not valid', params }: ErrorObject): string {
  return words[keyword]?.(params) ?? message;
}

function kindText(kind: string): string {
  return kinds[kind] ?? kind;
}

function counted(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}
