import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** It runs in browsers, and brings nothing along. */

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

describe('the client runs in a browser', () => {
  test.each(files)('%s imports its neighbours, and of contracts only types', (name) => {
    const text = readFileSync(join(source, name), 'utf8');
    const statements = [...text.matchAll(/^(import|export)( type)?[^;]*? from '([^']+)';/gm)];
    const foreign = statements.filter(([, , , path = '']) => !/^\.\.?\/.*\.ts$/.test(path));
    expect(foreign.filter(([, , type, path]) => path !== '@wheelhouse/contracts' || type === undefined)).toEqual([]);
    expect(text).not.toMatch(/\bimport\(/);
  });

  test.each(files)('%s uses no global of Node', (name) => {
    const text = readFileSync(join(source, name), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    expect(text).not.toMatch(/\b(process\.|Buffer\b|require\(|__dirname|import\.meta|setImmediate|NodeJS)/);
  });
});
