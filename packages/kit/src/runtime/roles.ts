import type { Part } from '../module.ts';

/** What of a module a process runs: its HTTP, its work, or both. */
export type Role = 'all' | 'http' | 'worker';

/** The role of each part; what is not named has the usual one. */
export function rolesOf(
  parts: readonly Part[],
  usual: Role,
  given: Readonly<Record<string, Role>> = {},
): Readonly<Record<string, Role>> {
  return Object.fromEntries(parts.map(({ name }) => [name, given[name] ?? usual]));
}
