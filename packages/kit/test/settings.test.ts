import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flag, integer, list, misspelt, number, readSettings, text } from '../src/index.ts';

const table = {
  DATABASE_URL: text({ secret: true, about: 'where the rows are' }),
  CANARY_ENABLED: flag({ default: true, about: 'toggles the check' }),
  CANARY_ROLLBACK_HEALTH_DROP: number({ default: 10, minimum: 0, maximum: 100, about: 'points' }),
  WORKERS: integer({ default: 2, minimum: 1, about: 'how many' }),
  TRUSTED: list({ default: [], about: 'ranges' }),
};

describe('settings', () => {
  test('are read by their schema, with defaults', () => {
    const read = readSettings(table, {
      DATABASE_URL: 'postgresql://x',
      CANARY_ENABLED: 'off',
      TRUSTED: '10.0.0.0/8, ::1',
    });
    expect(read).toEqual({
      DATABASE_URL: 'postgresql://x',
      CANARY_ENABLED: false,
      CANARY_ROLLBACK_HEALTH_DROP: 10,
      WORKERS: 2,
      TRUSTED: ['10.0.0.0/8', '::1'],
    });
  });

  test('tell all faults at once, and never a value that is secret', () => {
    const wrong = { CANARY_ENABLED: 'perhaps', CANARY_ROLLBACK_HEALTH_DROP: '101', WORKERS: '1.5' };
    const faults = [
      'DATABASE_URL is missing: where the rows are',
      'CANARY_ENABLED is "perhaps"; it must be true or false',
      'CANARY_ROLLBACK_HEALTH_DROP is 101; it must be from 0 to 100',
      'WORKERS is 1.5; it must be a whole number',
    ];
    expect(() => readSettings(table, wrong)).toThrow(expect.objectContaining({ faults }));
  });

  test('a secret can come from a file, but not from both places', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'url');
    writeFileSync(path, 'postgresql://from-file\n');
    expect(readSettings(table, { DATABASE_URL_FILE: path }).DATABASE_URL).toBe('postgresql://from-file');
    expect(() => readSettings(table, { DATABASE_URL_FILE: path, DATABASE_URL: 'x' })).toThrow(/both set; keep one/);
  });

  test.for([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['WORKER', 'WORKERS'],
    ['WROKERS', 'WORKERS'],
  ])('%s is taken for a misspelt %s', ([given = '', meant = '']) => {
    expect(misspelt(Object.keys(table), { [given]: 'x' })).toEqual([
      `${given} is not a setting; did you mean ${meant}?`,
    ]);
  });

  test("other names of the environment are nobody's business", () => {
    expect(misspelt(Object.keys(table), { HOME: '/', PATH: '/bin', DATABASE_URL: 'x' })).toEqual([]);
  });
});
