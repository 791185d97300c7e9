import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  validateSearch: searchOf('state'),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const createWebhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreateWebhookPage'),
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$webhookId',
  validateSearch: searchOf('state', 'event_type'),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
});

export const webhookRoutes = [webhooks, createWebhook, webhook, delivery] as const;
