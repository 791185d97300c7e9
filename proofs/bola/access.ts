import type { Route } from '@wheelhouse/kit';
import type { Pinned } from '../installation/recipe.ts';
import type { Operation } from './operation.ts';

/**
 * What each operation asks its caller for is said a second time, in `access` of its module's `test/calls.ts`: a route
 * that comes to ask for less would have fewer cases, and none that fails. Compared with what routes declare, both ways.
 */
export function accessFaults(
  operations: readonly Operation[],
  pinnedOf: (module: string) => Pinned,
): readonly string[] {
  const declared = new Map(operations.map(({ name, route }) => [name, asked(route)]));
  const modules = [...new Set(operations.map(({ module }) => module))];
  const pinned = new Map<string, string>(
    modules.flatMap((module) =>
      Object.entries(pinnedOf(module)).map(([name, said]) => [`${module} ${name}`, said] as const),
    ),
  );
  return [...new Set([...declared.keys(), ...pinned.keys()])]
    .filter((name) => declared.get(name) !== pinned.get(name))
    .map((name) => `${name}: ${declared.get(name) ?? 'no route'} instead of ${pinned.get(name) ?? 'nothing pinned'}`);
}

function asked({ access, reach }: Pick<Route, 'access' | 'reach'>): string {
  return reach === 'none' ? access : `${access}, ${reach}`;
}
