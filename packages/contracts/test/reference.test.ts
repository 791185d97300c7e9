import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes, eventTypes, referencePages, scopes } from '../src/index.ts';

const folder = join(import.meta.dirname, '../../../docs/reference');
const pages = referencePages();

describe('the reference pages', () => {
  test.each(Object.keys(pages))('%s is what `npm run reference` would write', (name) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(pages[name]);
  });

  test.each([
    ['errors.md', errorCodes.map((code) => `### ${code}`)],
    ['events.md', eventTypes.map((type) => `## ${type}`)],
    ['scopes.md', scopes.map((scope) => `## ${scope}`)],
  ])('%s has a section for each entry, and only one', (name, headings) => {
    const lines = pages[name]?.split('\n') ?? [];
    for (const heading of headings) expect(lines.filter((line) => line === heading)).toHaveLength(1);
  });

  test('every link inside events.md leads to a heading', () => {
    const page = pages['events.md'] ?? '';
    const headings = [...page.matchAll(/^#+ (\S+)$/gm)].map((match) => match[1]?.toLowerCase().replaceAll('.', ''));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(headings).toContain(link);
  });

  test('events.md says of every field what it means', () => {
    const rows = (pages['events.md'] ?? '').split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
  });

  test('prose keeps to 120 columns', () => {
    for (const text of Object.values(pages)) {
      const unfenced = text.replaceAll(/```[\s\S]*?```/g, '').split('\n');
      expect(unfenced.filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
    }
  });
});
