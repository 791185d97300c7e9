import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deliveryStates } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { listing } from '../../api/reading.ts';
import { deliveriesEveryMs, deliveriesPath, type Delivery, eventTypesQuery, type Webhook } from '../../api/webhooks.ts';
import { Empty } from '../../design/empty.tsx';
import { Section } from '../../design/page.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { deliveryColumns } from './delivery-columns.tsx';

/** What was sent or waits to be, newest first, read anew every few seconds while the page is in view. */
export function DeliveriesPart({ webhook }: { readonly webhook: Webhook }) {
  const { data: types } = useQuery(eventTypesQuery);
  const navigate = useNavigate();
  const list = useApiList({
    filters: [
      choice('state', 'State', deliveryStates, 'all'),
      choice('event_type', 'Event', types?.data.map(({ type }) => type) ?? [], 'all'),
    ],
    ask: (search) => listing(deliveriesPath, { params: { id: webhook.id }, query: { limit: 50, ...search } }),
    everyMs: deliveriesEveryMs,
  });
  const open = useCallback(
    ({ id, webhook_id }: Delivery) =>
      void navigate({
        to: '/webhooks/$webhookId/deliveries/$deliveryId',
        params: { webhookId: webhook_id, deliveryId: id },
      }),
    [navigate],
  );
  return (
    <Section title="Deliveries">
      <ApiList
        list={list}
        what="deliveries"
        label="Deliveries"
        columns={deliveryColumns}
        onOpen={open}
        empty={
          <Empty title="Deliveries will appear here" command={`wheelhouse webhooks test ${webhook.id}`}>
            <p>
              The next matching event is delivered and listed here with every attempt. To check now whether your
              receiver answers, send a test above or in a terminal:
            </p>
          </Empty>
        }
      />
    </Section>
  );
}
