import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { Refusal, type RefusalDetail } from './refusal.ts';
import { wordsOf } from './validation-words.ts';

/** Query strings are text and are read as what the schema says; bodies are JSON and are taken as they are. */
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => Ajv;
const options = { allErrors: true, strict: false, removeAdditional: false, useDefaults: true } as const;
const forText = addFormats(new Ajv({ ...options, coerceTypes: true }));
const forJson = addFormats(new Ajv({ ...options, coerceTypes: false }));

export type HttpPart = 'params' | 'querystring' | 'body' | 'headers';

interface Validator {
  (value: unknown): boolean;
  /** Of the last call, as Ajv has it and Fastify reads it. */
  errors?: ErrorObject[] | null;
}

/** Compiled by its first call: a process has hundreds of schemas, and would compile for longer than it starts. */
export function compile(schema: TSchema, part: HttpPart): Validator {
  let compiled: ValidateFunction | undefined;
  const validate: Validator = (value) => {
    compiled ??= (part === 'body' ? forJson : forText).compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

/** Writes what the schema says and nothing else; compiled by its first call too. */
export function serializer(schema: object): (value: unknown) => string {
  let compiled: ((value: unknown) => string) | undefined;
  return (value) => (compiled ??= fastJsonStringify(schema))(value);
}

function fieldOf(error: ErrorObject): string {
  const inside = error.instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, missingProperty } = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
  };
  return [inside, additionalProperty ?? missingProperty].filter((part) => part !== undefined && part !== '').join('.');
}

/** What was wrong, in the order: unknown query parameter, malformed query or path, invalid body. */
export function refusalOf(errors: readonly ErrorObject[], part: HttpPart): Refusal {
  const details: RefusalDetail[] = errors.filter(isTelling).map((error) => ({
    field: fieldOf(error),
    code: error.keyword === 'additionalProperties' ? 'unknown_field' : error.keyword,
    message: wordsOf(error),
  }));
  const said = `${details.map(({ field, message }) => `${field === '' ? 'The body' : field} ${message}`).join('; ')}.`;
  if (part === 'body') return new Refusal('validation_failed', { message: said, details });
  const unknown = errors.find((error) => error.keyword === 'additionalProperties');
  if (unknown !== undefined)
    return new Refusal('unknown_parameter', {
      message: `${fieldOf(unknown)} is not a parameter of this endpoint.`,
      details,
    });
  // An id that cannot exist is an object that does not exist.
  if (part === 'params') return new Refusal('not_found');
  return new Refusal('invalid_request', { message: said, details });
}

/** A format says what the pattern beside it checks, and a branch of a choice says more than the choice. */
function isTelling(error: ErrorObject, _: number, all: readonly ErrorObject[]): boolean {
  if (error.keyword === 'pattern')
    return !all.some(({ keyword, instancePath }) => keyword === 'format' && instancePath === error.instancePath);
  if (error.keyword !== 'anyOf') return true;
  return !all.some((other) => other !== error && other.instancePath.startsWith(error.instancePath));
}
