import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleModule } from '@wheelhouse/example';
import { type Module, modulesOf, openApiOnPaper } from '@wheelhouse/kit';
import { modules } from '../apps/server/src/modules.ts';

/** Every module that has a description: those that ship, and the scaffold. */
export const describedModules: readonly Module[] = [...modulesOf(modules), exampleModule];

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};

/** What stands in docs/reference/openapi, by file. */
export function descriptions(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    describedModules.map((module) => [
      `${module.name}.json`,
      `${JSON.stringify(openApiOnPaper(module, version), null, 2)}\n`,
    ]),
  );
}
