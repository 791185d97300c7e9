import { expect, test } from 'vitest';
import { wireOf } from '../src/db/wire.ts';
import { makeLog, openDatabase } from '../src/index.ts';

const texts = [
  '',
  'NULL',
  'null',
  'a,b',
  '{}',
  ' a ',
  '"',
  '\\',
  '\\"',
  'a\nb\tc',
  JSON.stringify({ a: 'x"y\\z\n', b: ['{', '}'] }),
  'ü€😀',
  null,
];

test('a list arrives in PostgreSQL as it was given, whatever its texts hold', async () => {
  const database = openDatabase({
    url: process.env['DATABASE_URL'] ?? '',
    connections: 1,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
  try {
    const when = new Date('2026-11-16T01:02:03.456Z');
    const [row] = await database.look(
      `SELECT to_json($1::text[]) AS texts, to_json($2::integer[]) AS numbers, to_json($3::boolean[]) AS flags,
         ($4::timestamptz[])[1] AS at, to_json($5::text[]) AS none, to_json($6::text[][]) AS lists`,
      [texts, [1, -2, null], [true, false, null], [when, null], [], [['a"', 'b\\']]],
    );
    expect(row).toEqual({
      texts,
      numbers: [1, -2, null],
      flags: [true, false, null],
      at: when,
      none: [],
      lists: [['a"', 'b\\']],
    });
  } finally {
    await database.end();
  }
});

test('what is no list of plain values is left to the driver', () => {
  expect(wireOf([Buffer.from('ab')])).toBe('{\\\\x6162}');
  expect(wireOf('{a}')).toBe('{a}');
  expect(wireOf({ a: 1 })).toBe('{"a":1}');
  expect(wireOf(undefined)).toBeNull();
});
