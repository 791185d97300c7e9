import type { DeliveryDetail } from '../../api/webhooks.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';

export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { id, event_id, generation, created_at } = delivery;
  return (
    <Facts
      facts={[
        ['Event id', <Copyable key="event" text={event_id} what="the event id" />],
        ['Delivery id', <Copyable key="id" text={id} what="the delivery id" />],
        ['Created', <Time key="created" at={created_at} />],
        ...(generation === 1
          ? []
          : [['Redelivered', `${generation - 1} ${generation === 2 ? 'time' : 'times'}`] as const]),
      ]}
    />
  );
}
