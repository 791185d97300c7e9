import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import { defineModule, defineRoute, type Part } from '@wheelhouse/kit';

const answers = (size: string) =>
  defineRoute({
    method: 'GET',
    url: `/api/v1/${size}`,
    access: 'read',
    reach: 'none',
    summary: `A ${size} answer`,
    handler: async () => ({}),
  });

/** On paper only: a bare server answers in its place. */
const bare = defineModule({
  name: 'bare',
  port: 8060,
  prefix: '/bare',
  settings: {},
  migrations: join(import.meta.dirname, 'none'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [answers('small'), answers('large')],
});

export const modules: readonly Part[] = [authModule, bare, gateway];
