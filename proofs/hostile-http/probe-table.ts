import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import { defineModule, defineRoute } from '@wheelhouse/kit';
import { Type } from 'typebox';

const neverCalled = () => Promise.reject(new Error('the proof answers in its place'));
const id = Type.Object({ id: Type.String() });

/** A module that exists on paper only: the gateway knows its routes, and behind its address the proof listens. */
const probe = defineModule({
  name: 'probe',
  port: 8071,
  prefix: '/probe',
  settings: {},
  migrations: join(import.meta.dirname, 'none'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [
    defineRoute({
      method: 'GET',
      url: '/api/v1/things',
      access: 'read',
      reach: 'none',
      summary: 'List things',
      handler: neverCalled,
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/things',
      access: 'deploy',
      reach: 'none',
      summary: 'Make a thing',
      audit: { action: 'thing.create' },
      handler: neverCalled,
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things/:id',
      access: 'read',
      reach: 'none',
      summary: 'Read a thing',
      params: id,
      handler: neverCalled,
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/export',
      access: 'read',
      reach: 'none',
      summary: 'Read more than anybody can keep',
      handler: neverCalled,
    }),
  ],
});

/** Another, which answers what no module should. */
const odd = defineModule({
  name: 'odd',
  port: 8072,
  prefix: '/odd',
  settings: {},
  migrations: join(import.meta.dirname, 'none'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [
    defineRoute({
      method: 'GET',
      url: '/api/v1/answers/:id',
      access: 'read',
      reach: 'none',
      summary: 'Be answered oddly',
      params: id,
      handler: neverCalled,
    }),
  ],
});

export const modules = [authModule, probe, odd, gateway];
