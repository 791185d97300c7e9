import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fastJsonStringify from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { Refusal, type RefusalDetail } from './refusal.ts';
import { wordsOf } from './validation-words.ts';

/** Query strings are text and are read as what the schema says; bodies are JSON and are taken as they are. */
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => Ajv;
const options = { strict: false, removeAdditional: false, useDefaults: true } as const;
const made = (allErrors: boolean, coerceTypes: boolean) => addFormats(new Ajv({ ...options, allErrors, coerceTypes }));
const forText = { first: made(false, true), all: made(true, true) };
const forJson = { first: made(false, false), all: made(true, false) };

/**
 * What has more keys and items is no mistake of a form: it is told of its first fault only. To find and tell every fault
 * of a megabyte would cost many times what reading it did.
 */
const mostLooked = 1_000;
const mostDetails = 20;
const longestField = 200;

export type HttpPart = 'params' | 'querystring' | 'body' | 'headers';

interface Validator {
  (value: unknown): boolean;
  /** Of the last call, as Ajv has it and Fastify reads it. */
  errors?: ErrorObject[] | null;
}

/** Compiled by its first call: a process has hundreds of schemas, and would compile for longer than it starts. */
export function compile(schema: TSchema, part: HttpPart): Validator {
  const ajv = part === 'body' ? forJson : forText;
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  const validate: Validator = (value) => {
    first ??= ajv.first.compile(schema);
    if (first(value)) {
      validate.errors = null;
      return true;
    }
    validate.errors = first.errors ?? [];
    if (isLarge(value)) return false;
    all ??= ajv.all.compile(schema);
    if (!all(value)) validate.errors = all.errors ?? validate.errors;
    return false;
  };
  return validate;
}

/** Looks no further than it must to know. */
function isLarge(value: unknown): boolean {
  const waiting = [value];
  for (let looked = 0; waiting.length > 0; ) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    // By its length: the names of so many items would be made before the first is looked at.
    looked += Array.isArray(next) ? next.length : 0;
    if (looked > mostLooked) return true;
    if (Array.isArray(next)) waiting.push(...next);
    else
      for (const key in next) {
        looked += 1;
        if (looked > mostLooked) return true;
        waiting.push((next as Readonly<Record<string, unknown>>)[key]);
      }
  }
  return false;
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
  const whole = [inside, additionalProperty ?? missingProperty].filter((part) => part !== undefined && part !== '');
  const field = whole.join('.');
  return field.length > longestField ? `${field.slice(0, longestField)}…` : field;
}

/** What was wrong, in the order: unknown query parameter, malformed query or path, invalid body. */
export function refusalOf(errors: readonly ErrorObject[], part: HttpPart): Refusal {
  const telling = errors.slice(0, mostLooked).filter(isTelling);
  const details: RefusalDetail[] = telling.slice(0, mostDetails).map((error) => ({
    field: fieldOf(error),
    code: error.keyword === 'additionalProperties' ? 'unknown_field' : error.keyword,
    message: wordsOf(error),
  }));
  const told = details.map(({ field, message }) => `${field === '' ? 'The body' : field} ${message}`);
  const said = `${told.join('; ')}${telling.length > mostDetails ? '; and more' : ''}.`;
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
