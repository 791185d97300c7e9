import { useInfiniteQuery } from '@tanstack/react-query';
import type { Paths, Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { listing, reading } from './reading.ts';

export type Webhook = Schemas['webhooks']['Webhook'];
export type Delivery = Schemas['webhooks']['WebhookDelivery'];
export type DeliveryDetail = Paths[typeof deliveryPath]['GET']['answers'][200];
export type Attempt = DeliveryDetail['attempts'][number];

export const webhooksPath = '/platform/api/v1/webhooks';
export const webhookPath = '/platform/api/v1/webhooks/{id}';
export const deliveriesPath = '/platform/api/v1/webhooks/{id}/deliveries';
export const deliveryPath = '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}';

/** Deliveries have no stream: they are read this often while somebody looks. */
export const deliveriesEveryMs = 3_000;

/** All of the tenant, for what needs somebody on whatever page one is. */
export function useWebhooks(everyMs: number) {
  const { data, error } = useInfiniteQuery({
    ...listing(webhooksPath, { query: { limit: 200 } }),
    refetchInterval: everyMs,
  });
  const webhooks = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  return { webhooks, error };
}

/** The catalogue does not change while a page is open. */
export const eventTypesQuery = {
  ...reading('/platform/api/v1/webhooks/event-types'),
  staleTime: Number.POSITIVE_INFINITY,
};
