import { join } from 'node:path';
import { exampleModule } from '@wheelhouse/example';
import { defineModule } from '@wheelhouse/kit';

const second = defineModule({
  name: 'second-one',
  port: 8071,
  prefix: '/second-one',
  settings: {},
  migrations: join(import.meta.dirname, 'second-one'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [],
});

export const modules = [exampleModule, second];
