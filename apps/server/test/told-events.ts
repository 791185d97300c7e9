import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@wheelhouse/contracts';
import { auditEventType } from '@wheelhouse/kit';

const services = join(import.meta.dirname, '../../../services');
const constants: Readonly<Record<string, unknown>> = { ...contracts };

/** The types of all events that a module's code tells of. */
export function toldBy(module: string): readonly string[] {
  const texts = globSync(`${services}/${module}/src/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  const told = texts.flatMap((text) =>
    [...text.matchAll(/\bemit\(\s*\w+,\s*(?:'([\w.]+)'|(\w+))/g)].flatMap(
      ([, type, name = '']) => type ?? constants[name] ?? namedIn(text),
    ),
  );
  if (told.some((type) => typeof type !== 'string'))
    throw new Error(`${module} tells of an event whose type this test does not find`);
  return [...new Set([auditEventType, ...told.map(String)])].toSorted();
}

/** Where a function is given the type: any that its file names. */
function namedIn(text: string): readonly unknown[] {
  const named = [...text.matchAll(/'([\w.]+)'/g)].flatMap(([, type = '']) =>
    contracts.isPublicEventType(type) ? type : [],
  );
  return named.length === 0 ? [undefined] : named;
}
