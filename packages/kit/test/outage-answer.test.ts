import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalFrom } from '../src/http/answer-error.ts';

function ofServer(code: string): Error {
  return Object.assign(new pg.DatabaseError('said', 4, 'error'), { code });
}

test.each([
  ['no connection became free in time', new Error('timeout exceeded when trying to connect')],
  ['the connection was lost', new Error('Connection terminated unexpectedly')],
  ['the server gave up waiting', ofServer('25P03')],
  ['the server has no connection left', ofServer('53300')],
])('where %s, trying again is what helps', (_why, error) => {
  expect(refusalFrom(error)).toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } });
});

test.each([
  ['a table is missing', ofServer('42P01')],
  ['a program has a fault', new TypeError('x is not a function')],
])('where %s, it is our fault', (_why, error) => {
  expect(refusalFrom(error)).toMatchObject({ code: 'internal', status: 500 });
});
