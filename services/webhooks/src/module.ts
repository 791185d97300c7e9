import { join } from 'node:path';
import { Bell, defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { webhookSettings } from './config.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { testRoute } from './deliveries/test-route.ts';
import { publishedWebhooks } from './events/published.ts';
import { fanOutConsumers } from './events/fan-out.ts';
import { internalEventRoutes } from './events/internal-routes.ts';
import { eventRoutes } from './events/routes.ts';
import { keepingTasks } from './keeping/tasks.ts';
import { deliverWorker } from './lanes/worker.ts';
import { subscriptionRoutes, webhooksUrl } from './subscriptions/routes.ts';
import { stepRoutes } from './subscriptions/step-routes.ts';

const sealed = (column: string) => ({
  schema: 'webhooks',
  table: 'subscriptions',
  column,
  tenantColumn: 'tenant_id',
  idColumn: 'id',
});

/** What is put in here is sent by the worker of the same process at once. */
const bell = new Bell();

/** Tells subscribers' own servers what has happened. */
export const webhooksModule = defineModule({
  name: 'webhooks',
  port: 8089,
  prefix: '/platform',
  // Platform's lie at the usual place below the same prefix.
  deadLettersAt: `${webhooksUrl}/dead-letters`,
  webhooks: publishedWebhooks,
  settings: webhookSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    lanes: 'which subscriptions have something to be delivered, and when; ids, numbers and times only',
  },
  onTenantDeleted: deleteAllTenantRows,
  sealed: [sealed('secret'), sealed('previous_secret'), { ...sealed('routing_key'), isSecond: true }],
  routes: (context) => [
    ...subscriptionRoutes(context),
    ...stepRoutes(context),
    ...deliveryRoutes(context),
    testRoute(context),
    ...eventRoutes(context),
    ...internalEventRoutes(),
  ],
  tasks: keepingTasks,
  workers: [deliverWorker(bell)],
  consumers: (context) => fanOutConsumers(context, bell),
});
