import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** It runs in browsers, and brings nothing along. Receiving webhooks is for servers, and apart from it. */

const source = join(import.meta.dirname, '../src');
const all = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const files = all.filter((name) => !name.startsWith('webhooks/'));

describe('the client runs in a browser', () => {
  test.each(files)('%s imports its neighbours, and of contracts only types', (name) => {
    const text = readFileSync(join(source, name), 'utf8');
    const statements = [...text.matchAll(/^(import|export)( type)?[^;]*? from '([^']+)';/gm)];
    const foreign = statements.filter(([, , , path = '']) => !/^\.\.?\/.*\.ts$/.test(path));
    expect(foreign.filter(([, , type, path]) => path !== '@wheelhouse/contracts' || type === undefined)).toEqual([]);
    expect(text).not.toMatch(/\bimport\(/);
    expect(statements.filter(([, , , path]) => path?.includes('webhooks/'))).toEqual([]);
  });

  test.each(files)('%s uses no global of Node', (name) => {
    const text = readFileSync(join(source, name), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    expect(text).not.toMatch(/\b(process\.|Buffer\b|require\(|__dirname|import\.meta|setImmediate|NodeJS)/);
  });
});

test.each(all.filter((name) => !files.includes(name)))('%s needs Node and no package', (name) => {
  const text = readFileSync(join(source, name), 'utf8');
  const paths = [...text.matchAll(/^(?:import|export)( type)?[^;]*? from '([^']+)';/gm)];
  const allowed = ([, type, path = '']: readonly (string | undefined)[]) =>
    /^\.\/|^node:crypto$/.test(path) || (path === '@wheelhouse/contracts' && type !== undefined);
  expect(paths.filter((found) => !allowed(found))).toEqual([]);
});
