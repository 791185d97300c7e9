import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Module } from '@wheelhouse/kit';
import { caller, eventually, startTestProcess } from '@wheelhouse/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { namesOf, newModule, Refused } from '../new-module.ts';

const name = 'zz-scaffold';
const port = 18_071;
const folder = join(import.meta.dirname, '../../services', name);
const remove = () => rmSync(folder, { recursive: true, force: true });
// A run that was killed may have left it.
beforeEach(remove);
afterEach(remove);

describe('npm run new-module', () => {
  test('makes a module that starts, takes a row, lists it and hears its event', async () => {
    expect(newModule(name, port)).toBe(folder);
    const loaded = (await import(pathToFileURL(join(folder, 'src/module.ts')).href)) as Record<string, Module>;
    const module = loaded['zzScaffoldModule'];
    if (module === undefined) throw new Error('it does not export zzScaffoldModule');
    expect(module).toMatchObject({ name, port, prefix: `/${name}` });
    const house = await startTestProcess([module]);
    try {
      const anna = await caller();
      const made = await house.call(anna, 'POST', '/api/v1/notes', { body: { title: 'first', body: 'text' } });
      expect(made.status).toBe(201);
      // `changes` is told by its own event: relay, broker and consumer work too.
      await eventually(async () => {
        const list = await house.call(anna, 'GET', '/api/v1/notes');
        expect(list.body).toMatchObject({ total: 1, data: [{ id: made.body.id, title: 'first', changes: 1 }] });
      });
    } finally {
      await house.stop();
    }
  });

  test('leaves no name of the scaffold behind', () => {
    newModule(name, port);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(texts.filter((text) => /example|8070/i.test(text))).toEqual([]);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: `@wheelhouse/${name}`, exports: { '.': './src/module.ts' } });
  });

  test('a name has its three spellings', () => {
    expect(namesOf('k8s-cost-report')).toEqual({
      name: 'k8s-cost-report',
      schema: 'k8s_cost_report',
      camel: 'k8sCostReport',
    });
  });

  test.for(['', 'Notes', 'two words', 'snake_case', '-a', 'a-', 'a--b', '8ball', '../up', 'kit', 'jobs'])(
    'refuses the name "%s" and says what to do',
    (bad) => {
      expect(() => newModule(bad, port)).toThrow(Refused);
      expect(() => newModule(bad, port)).toThrow(/Next step/);
    },
  );

  test('refuses a module that exists, a port that is none, and one that is taken', () => {
    expect(() => newModule('example', port)).toThrow(/exists already/);
    expect(() => newModule(name, 80)).toThrow(/is not a port/);
    expect(() => newModule(name, 8_070)).toThrow(/services\/example has port 8070/);
  });
});
