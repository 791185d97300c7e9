import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Dashboard, SDK and others' clients load this package: it may need nothing that only a server has. */

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

describe('the contracts run in a browser', () => {
  test('the source is found', () => {
    expect(files).toContain('index.ts');
    expect(files.length).toBeGreaterThan(20);
  });

  test.each(files)('%s imports only typebox and its own neighbours', (name) => {
    const text = readFileSync(join(source, name), 'utf8');
    const imported = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    expect(imported.filter((path) => !/^typebox(\/value)?$|^\.\.?\/.*\.ts$/.test(path))).toEqual([]);
  });

  test.each(files)('%s uses no global of Node', (name) => {
    const text = readFileSync(join(source, name), 'utf8');
    expect(text).not.toMatch(/\b(process\.|Buffer\b|require\(|__dirname|import\.meta)/);
  });
});
