import { makeLog } from '../log.ts';
import { deadLetterRoutes } from '../http/dead-letters.ts';
import { openApi } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { type Module, type ModuleContext, schemaOf } from '../module.ts';

/**
 * A module's routes without the house around them: for the gateway's table until the module has told its own,
 * for descriptions and for tests. Handlers made so are never called; what they would stand on is not there.
 */
export function routesOnPaper(module: Module): readonly Route[] {
  const context = contextOnPaper(module);
  return [...module.routes(context), ...deadLetterRoutes(module, context)];
}

export function openApiOnPaper(module: Module, version: string): object {
  return openApi({
    title: `Wheelhouse ${module.name}`,
    version,
    prefix: `/api${module.prefix}`,
    routes: routesOnPaper(module),
    webhooks: module.webhooks,
  });
}

function contextOnPaper({ name, settings }: Module): ModuleContext {
  return {
    module: name,
    schema: schemaOf(name),
    aboveTenants: [],
    version: 'on paper',
    settings: Object.fromEntries(Object.entries(settings).map(([setting, { fallback }]) => [setting, fallback])),
    database: nothing('database'),
    clock: nothing('clock'),
    makeId: nothing('makeId'),
    log: makeLog({ level: 'silent' }),
    cursors: nothing('cursors'),
    emit: nothing('emit'),
    emitMessage: nothing('emitMessage'),
    enqueue: nothing('enqueue'),
    secrets: nothing('secrets'),
    // Keys made of it guard nothing: no handler runs.
    accessSecrets: [new Uint8Array(32)],
    call: nothing('call'),
    background: () => undefined,
    peers: [],
  };
}

/** Can be handed on, and throws when it is used. */
function nothing(name: string): never {
  const used = (): never => {
    throw new Error(`${name} was used while routes were only listed`);
  };
  return new Proxy(used, { get: used, apply: used }) as never;
}
