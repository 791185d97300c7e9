import { modules } from '../fixtures/shipped-table.ts';
import type { Calls } from './ready-call.ts';
import type { Pinned, Recipes } from './recipe.ts';

/** What `services/NAME/test/calls.ts` says of a module's routes, for bola, audit, session and secrets-at-rest alike. */
export interface ModuleCalls {
  /** Of every route that is in the audit trail, or says why it is not, one call that succeeds. */
  readonly calls: Calls;
  /** Of every route that callers reach, how the owner of something calls it. */
  readonly recipes: Recipes;
  /** What each of those asks its caller for. */
  readonly access: Pinned;
}

const none: ModuleCalls = { calls: {}, recipes: {}, access: {} };

/** Of every module in the table: one that has no such file is not forgotten, its routes are missed by name. */
const found = await Promise.all(
  modules.map(async ({ name }) => {
    const file = new URL(`../../services/${name}/test/calls.ts`, import.meta.url);
    const calls = (await import(file.href).catch((error: unknown) => missing(error, file))) as ModuleCalls;
    return [name, calls] as const;
  }),
);
const byModule = new Map(found);

export function callsOf(module: string): ModuleCalls {
  return byModule.get(module) ?? none;
}

function missing(error: unknown, file: URL): ModuleCalls {
  const isIt = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  if (isIt && error.message.includes(file.pathname)) return none;
  throw error;
}
