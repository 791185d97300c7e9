import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { deliveryStates } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { listing } from '../../api/reading.ts';
import { deliveriesEveryMs, deliveriesPath, type Delivery, eventTypesQuery, type Webhook } from '../../api/webhooks.ts';
import { Empty } from '../../design/empty.tsx';
import { ChoiceFilter, Filters } from '../../design/filters.tsx';
import { List } from '../../design/list.tsx';
import { Section } from '../../design/page.tsx';
import { deliveryColumns } from './delivery-columns.tsx';

const route = getRouteApi('/house/webhooks/$webhookId');
const keyOf = ({ id }: Delivery) => id;

interface DeliverySearch {
  readonly state?: string | undefined;
  readonly event_type?: string | undefined;
}

/** What was sent or waits to be, newest first, read anew every few seconds while the page is in view. */
export function DeliveriesPart({ webhook }: { readonly webhook: Webhook }) {
  const { state, event_type } = route.useSearch();
  const { data: types } = useQuery(eventTypesQuery);
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  const query = useInfiniteQuery({
    ...listing(deliveriesPath, { params: { id: webhook.id }, query: { limit: 50, state, event_type } }),
    refetchInterval: deliveriesEveryMs,
    placeholderData: keepPreviousData,
  });
  const set = useCallback(
    (change: DeliverySearch) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const open = useCallback(
    ({ id, webhook_id }: Delivery) =>
      void navigate({
        to: '/webhooks/$webhookId/deliveries/$deliveryId',
        params: { webhookId: webhook_id, deliveryId: id },
        search: {},
      }),
    [navigate],
  );
  const isFiltered = state !== undefined || event_type !== undefined;
  return (
    <Section title="Deliveries">
      <Filters>
        <ChoiceFilter
          label="State"
          none="all"
          value={state}
          choices={deliveryStates}
          onChange={(wanted) => set({ state: wanted })}
        />
        <ChoiceFilter
          label="Event"
          none="all"
          value={event_type}
          choices={types?.data.map(({ type }) => type) ?? (event_type === undefined ? [] : [event_type])}
          onChange={(wanted) => set({ event_type: wanted })}
        />
      </Filters>
      <List
        query={query}
        what="the deliveries"
        label="Deliveries"
        columns={deliveryColumns}
        keyOf={keyOf}
        onOpen={open}
        empty={<NoDeliveries webhook={webhook} isFiltered={isFiltered} />}
      />
    </Section>
  );
}

function NoDeliveries({ webhook, isFiltered }: { readonly webhook: Webhook; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No delivery fits these filters">
        <p>Take a filter away to see more.</p>
      </Empty>
    );
  return (
    <Empty title="Deliveries will be here" command={`npx wheelhouse webhooks test ${webhook.id}`}>
      <p>
        With the next event that it is told of, its delivery stands here, with every attempt. To see now whether your
        receiver answers, send a test above, or in a terminal:
      </p>
    </Empty>
  );
}
