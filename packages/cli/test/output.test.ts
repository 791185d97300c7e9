import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plain, plainJson } from '../src/output/plain.ts';
import { tableOf } from '../src/output/table.ts';
import { momentOf, relative } from '../src/output/times.ts';
import { fitted, padded, widthOf } from '../src/output/width.ts';

/** C0, DEL, C1, and what turns the direction of text. */
// oxlint-disable-next-line no-control-regex -- that there is none
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

describe('text from elsewhere', () => {
  test.each([
    ['\u001b[31mred', '\\u001b[31mred'],
    ['\u009b2J', '\\u009b2J'],
    ['a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['user\u202egpj.exe', 'user\\u202egpj.exe'],
    ['Zürich 東京 👩‍🚀', 'Zürich 東京 👩‍🚀'],
  ])('%j is shown as %s', (text, shown) => expect(plain(text)).toBe(shown));

  test('never steers a terminal, and as JSON stays the same document', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plain(text)).not.toMatch(steering);
        const document = { [text]: [text] };
        expect(plainJson(document)).not.toMatch(steering);
        expect(JSON.parse(plainJson(document, 2))).toEqual(document);
      }),
    );
  });
});

describe('width', () => {
  test.each([
    ['abc', 3],
    ['東京', 4],
    ['👩‍🚀', 2],
    ['e\u0301', 1],
    ['', 0],
  ])('of %s is %i', (text, width) => expect(widthOf(text)).toBe(width));

  test('what is too wide is cut, and shows it', () => {
    expect(fitted('production', 6)).toBe('produ…');
    expect(fitted('東京都庁', 6)).toBe('東京…');
    expect(fitted('fits', 4)).toBe('fits');
    expect(padded('東京', 6)).toBe('東京  ');
  });
});

describe('a table', () => {
  const rows = [
    { name: 'a'.repeat(30), about: 'b'.repeat(60), id: '0123456789' },
    { name: 'short', about: '', id: '9876543210' },
  ];
  const columns = [
    { title: 'NAME', of: (row: (typeof rows)[number]) => row.name },
    { title: 'ABOUT', of: (row: (typeof rows)[number]) => row.about },
    { title: 'ID', of: (row: (typeof rows)[number]) => row.id, whole: true },
  ];
  const paint = (_style: string, text: string) => text;

  test('fits the width it is given, and keeps ids whole', () => {
    const lines = tableOf(columns, rows, { width: 50, paint });
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(50);
    for (const { id } of rows) expect(lines.join('\n')).toContain(id);
    expect(lines[1]).toContain('…');
  });

  test('has no end where nobody reads it on a screen', () => {
    expect(tableOf(columns, rows, { width: undefined, paint })[1]).toContain('b'.repeat(60));
  });

  test('of a width that nothing fits into is as narrow as it can be', () => {
    expect(tableOf(columns, rows, { width: 5, paint })[1]).toMatch(/^a{7}… {2}b{7}… {2}0123456789$/);
  });
});

describe('times', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  test.each([
    ['2026-11-15T11:59:59.600Z', 'now'],
    ['2026-11-15T11:59:15Z', '45 sec. ago'],
    ['2026-11-15T11:57:00Z', '3 min. ago'],
    ['2026-11-14T11:00:00Z', '1 day ago'],
    ['2027-02-13T12:00:00Z', 'in 90 days'],
    ['2026-11-20T12:00:00Z', 'in 5 days'],
    ['no time', 'no time'],
  ])('%s is %s', (iso, words) => expect(relative(iso, now)).toBe(words));

  test.each([
    ['90m', '2026-11-15T10:30:00.000Z'],
    ['7d', '2026-11-08T12:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['yesterday', undefined],
    ['7', undefined],
    ['2026-99-99', undefined],
  ])('--since %s is %s', (text, moment) => expect(momentOf(text, now)?.toISOString()).toBe(moment));
});
