import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copyOf } from './copy.ts';
import { judge } from './judge.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

const repository = resolve(import.meta.dirname, '../..');
const toRemove: string[] = [];
afterEach(() => {
  for (const dir of toRemove.splice(0)) rmSync(dir, { recursive: true });
});

const product = '// Adds two numbers.\nexport const add = (a, b) => a + b;\n';
const check = `import { add } from './add.js';\nif (add(1, 2) !== 3) { console.log('found it'); process.exit(1); }\n`;

/** Judges mutants of a repository of two files: a product, and the check that should catch them. */
async function judged(...given: readonly Partial<Mutant>[]) {
  const dir = mkdtempSync(join(tmpdir(), 'mutants-'));
  toRemove.push(dir);
  execFileSync('git', ['init', '--quiet'], { cwd: dir });
  const files = {
    '.gitignore': '.engines/\n',
    'package.json': '{"type":"module"}',
    'add.js': product,
    'check.js': check,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const copy = await copyOf(dir);
  const lines: string[] = [];
  const caughtBy = [{ name: 'check', command: [process.execPath, 'check.js'], found: /found it/ }];
  const all = given.map((one) => ({ name: 'it', file: 'add.js', find: 'a + b', replace: 'a - b', caughtBy, ...one }));
  const areCaught = await judge(all, { dir: copy.dir, environment: process.env, say: (line) => lines.push(line) });
  expect(readFileSync(join(copy.dir, 'add.js'), 'utf8')).toBe(product);
  await copy.remove();
  expect(readFileSync(join(dir, 'add.js'), 'utf8')).toBe(product);
  return { areCaught, lines };
}

test('a fault that a check finds is caught', async () => {
  expect(await judged({})).toEqual({ areCaught: true, lines: ['it: caught by check', 'mutants: 1 of 1 caught'] });
});

test('a fault that nothing finds makes the job fail', async () => {
  const harmless = { name: 'harmless', find: 'Adds two numbers.', replace: 'Takes two numbers.' };
  expect(await judged({}, harmless)).toEqual({
    areCaught: false,
    lines: ['it: caught by check', 'harmless: SURVIVED check', 'mutants: 1 of 2 caught'],
  });
});

test.each<[string, Partial<Mutant>, RegExp]>([
  ['the file has not', { find: 'a * b' }, /^it: stale: .* 0 times/],
  ['the file has more than once', { find: 'add', file: 'check.js' }, /^it: stale: .* 3 times/],
  ['keeps the check from running', { replace: 'a +' }, /^it: cannot be judged: check came to no verdict/],
  ['names no check', { caughtBy: [] }, /^it: SURVIVED/],
  [
    'names a check that fails without it',
    { caughtBy: [{ name: 'none', command: [process.execPath, 'none.js'], found: /./ }] },
    /^it: cannot be judged: none fails without it/,
  ],
])('a mutant that %s is not caught', async (_, mutant, line) => {
  const { areCaught, lines } = await judged(mutant);
  expect(areCaught).toBe(false);
  expect(lines[0]).toMatch(line);
});

test.each(mutants)('$name changes one place, and those who must catch it are there', ({ file, find, caughtBy }) => {
  expect(readFileSync(join(repository, file), 'utf8').split(find)).toHaveLength(2);
  const missing = caughtBy
    .map(({ name }) => name.replace(/^proof (.*)$/, 'proofs/$1.ts'))
    .filter((path) => !existsSync(join(repository, path)));
  expect(missing).toEqual([]);
});
