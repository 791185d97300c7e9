import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Access,
  eventIdSchema,
  isScope,
  limitDefault,
  limitMaximum,
  listEnvelope,
  otherAccess,
  scopes,
  timestampSchema,
  uuidSchema,
} from '../src/index.ts';

describe('the list envelope', () => {
  const list = listEnvelope(Type.Object({ name: Type.String() }));
  const page = { data: [{ name: 'checkout' }], next_cursor: null, total: 1 };

  test.each([
    ['a last page', page],
    ['a page with more to come', { ...page, next_cursor: 'eyJpZCI6' }],
    ['a total that is an estimate', { ...page, total: 10_000, total_is_estimate: true }],
  ])('takes %s', (_what, body) => {
    expect([...Value.Errors(list, body)]).toEqual([]);
  });

  test.each([
    ['no cursor', { data: [], total: 0 }],
    ['a negative total', { ...page, total: -1 }],
    ['another item', { ...page, data: [{ id: 1 }] }],
    ['an unknown field', { ...page, has_more: false }],
  ])('refuses %s', (_what, body) => {
    expect(Value.Check(list, body)).toBe(false);
  });

  test('its limits are 50 unless told and 200 at most', () => {
    expect([limitDefault, limitMaximum]).toEqual([50, 200]);
  });
});

describe('ids and times', () => {
  const uuid = '01a1cf09-1d78-7ccc-8cce-16abfc4f7469';

  test.each([
    ['a UUID', uuidSchema, uuid],
    ['an event id', eventIdSchema, 'evt_01a1cf091d787ccc8cce16abfc4f7469'],
    ['a timestamp', timestampSchema, '2026-11-12T09:14:03Z'],
    ['a timestamp with a fraction', timestampSchema, '2026-11-12T09:14:03.512Z'],
  ])('%s is taken', (_what, schema, value) => {
    expect(Value.Check(schema, value)).toBe(true);
  });

  test.each([
    ['a UUID without dashes', uuidSchema, uuid.replaceAll('-', '')],
    ['a UUID as a URN', uuidSchema, `urn:uuid:${uuid}`],
    ['a UUID and a line break', uuidSchema, `${uuid}\n`],
    ['an event id in capitals', eventIdSchema, 'evt_01A1CF091D787CCC8CCE16ABFC4F7469'],
    ['a date', timestampSchema, '2026-11-12'],
    ['a month 13', timestampSchema, '2026-13-12T09:14:03Z'],
    ['a time with an offset', timestampSchema, '2026-11-12T09:14:03+00:00'],
    ['a time with a zone name', timestampSchema, '2026-11-12T09:14:03Z[Europe/Paris]'],
  ])('%s is refused', (_what, schema, value) => {
    expect(Value.Check(schema, value)).toBe(false);
  });
});

describe('scopes', () => {
  test('are the five specified', () => {
    expect(scopes).toEqual(['read', 'deploy', 'actions', 'agents', 'admin']);
    for (const word of ['root', 'session', 'toString', '']) expect(isScope(word)).toBe(false);
  });

  test('stand beside six other kinds of access', () => {
    expect(Object.keys(otherAccess)).toEqual(['session', 'own', 'reporting', 'signals', 'public', 'internal']);
    expectTypeOf<Access>().toEqualTypeOf<
      | 'read'
      | 'deploy'
      | 'actions'
      | 'agents'
      | 'admin'
      | 'session'
      | 'own'
      | 'reporting'
      | 'signals'
      | 'public'
      | 'internal'
    >();
  });
});
