import { join } from 'node:path';
import { defineModule, defineRoute, type Module } from '@wheelhouse/kit';
import { Type } from 'typebox';

const name = Type.Object({ name: Type.String() });
const neverCalled = () => Promise.reject(new Error('a module on paper was asked'));

/** A module on paper: the gateway knows its routes, and behind its address something else listens. */
export function paperModule(module: string, port: number): Module {
  const common = { url: '/api/v1/faults/:name', params: name, handler: neverCalled } as const;
  return defineModule({
    name: module,
    port,
    prefix: `/${module}`,
    settings: {},
    migrations: join(import.meta.dirname, 'none'),
    onTenantDeleted: { none: 'a test' },
    routes: () => [
      defineRoute({ ...common, method: 'GET', access: 'read', reach: 'none', summary: 'Be answered in some way' }),
      defineRoute({
        ...common,
        method: 'POST',
        access: 'deploy',
        reach: 'none',
        summary: 'Do something and be answered in some way',
        audit: { action: 'fault.create' },
      }),
    ],
  });
}
