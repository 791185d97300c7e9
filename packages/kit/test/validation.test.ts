import { closed, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { compile, refusalOf } from '../src/http/validation.ts';

const validate = compile(
  closed({
    name: Type.String({ minLength: 1 }),
    id: uuidSchema,
    at: nullable(timestampSchema),
    count: Type.Integer({ minimum: 2, maximum: 3 }),
    tags: Type.Array(Type.String(), { minItems: 2, uniqueItems: true }),
    state: oneOf(['open', 'closed']),
  }),
  'body',
);

function refusedFor(body: unknown): string {
  expect(validate(body)).toBe(false);
  return refusalOf(validate.errors ?? [], 'body').message;
}

const good = {
  name: 'a',
  id: 'c0ffee00-0000-4000-8000-000000000000',
  at: null,
  count: 2,
  tags: ['a', 'b'],
  state: 'open',
};

describe('a body that does not fit its schema is refused in words that name the field', () => {
  test.each([
    [{ ...good, colour: 1 }, 'colour is not a known field.'],
    [{ ...good, name: undefined }, 'name is required.'],
    [{ ...good, name: '' }, 'name must have at least 1 character.'],
    [{ ...good, name: 3 }, 'name must be a string.'],
    [{ ...good, id: 'x' }, 'id must be a UUID.'],
    [{ ...good, at: 'x' }, 'at must be an RFC 3339 timestamp; at must be null.'],
    [{ ...good, count: 1 }, 'count must be at least 2.'],
    [{ ...good, count: 4 }, 'count must be at most 3.'],
    [{ ...good, count: 2.5 }, 'count must be an integer.'],
    [{ ...good, tags: ['a'] }, 'tags must have at least 2 items.'],
    [{ ...good, tags: ['a', 'a'] }, 'tags must not contain duplicates.'],
    [{ ...good, state: 'ajar' }, 'state must be one of open, closed.'],
    [{ ...good, name: '', count: 1 }, 'name must have at least 1 character; count must be at least 2.'],
    ['text', 'The body must be an object.'],
  ])('%j: %s', (body, message) => {
    expect(refusedFor(JSON.parse(JSON.stringify(body)))).toBe(message);
  });
});

describe('a refusal stays small and cheap, whatever was sent', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
  const refusedWith = (body: unknown) => {
    expect(validate(body)).toBe(false);
    return refusalOf(validate.errors ?? [], 'body');
  };

  test('no more than twenty faults are told, and that there are more', () => {
    const { details, message } = refusedWith({ ...good, ...unknown(25) });
    expect([details?.length, message.endsWith('; and more.')]).toEqual([20, true]);
  });

  test('of a body with very many keys the first fault only', () => {
    expect(refusedWith({ ...good, ...unknown(90_000) }).details?.length).toBe(1);
  });

  test('a name of a megabyte is cut', () => {
    const { details, message } = refusedWith({ ...good, ['x'.repeat(1_000_000)]: 0 });
    expect(JSON.stringify({ details, message }).length).toBeLessThan(1_000);
  });

  test.each([
    ['unknown fields', { ...good, ...unknown(80_000) }],
    ['items of a wrong type', { ...good, tags: Array.from({ length: 200_000 }, () => 0) }],
    ['nested objects', { ...good, name: Array.from({ length: 60_000 }, () => ({ a: {} })) }],
  ])('of a megabyte of %s no more is collected than is told', (_, body) => {
    expect(refusedWith(body).details?.length).toBe(1);
    expect(validate.errors?.length).toBe(1);
  });
});
