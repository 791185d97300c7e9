import { Link } from '@tanstack/react-router';
import type { Delivery } from '../../api/webhooks.ts';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { spaced } from '../../design/webhook-words.ts';
import { DeliveryState } from './delivery-state.tsx';

export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    label: 'Event',
    cell: ({ id, webhook_id, event_type, generation }) => (
      <>
        <Link
          to="/webhooks/$webhookId/deliveries/$deliveryId"
          params={{ webhookId: webhook_id, deliveryId: id }}
          className="mono"
        >
          {event_type}
        </Link>
        {generation > 1 && <span className="quiet"> redelivered</span>}
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    folds: true,
    cell: (delivery) => (
      <>
        <DeliveryState delivery={delivery} />
        {delivery.reason !== null && <span className="quiet"> {spaced(delivery.reason)}</span>}
      </>
    ),
  },
  { id: 'answer', label: 'Last response', folds: true, cell: (delivery) => <LastAnswer delivery={delivery} /> },
  {
    id: 'attempts',
    label: 'Attempts',
    align: 'end',
    folds: true,
    foldedLabel: 'attempts',
    cell: ({ attempt_count }) => <span className="number">{attempt_count}</span>,
  },
  {
    id: 'next',
    label: 'Next attempt or end',
    folds: true,
    cell: ({ next_attempt_at, finished_at }) => {
      if (next_attempt_at !== null)
        return (
          <span>
            <span className="quiet">next</span> <Time at={next_attempt_at} />
          </span>
        );
      return finished_at === null ? null : (
        <span>
          <span className="quiet">ended</span> <Time at={finished_at} />
        </span>
      );
    },
  },
  {
    id: 'created',
    label: 'Created',
    align: 'end',
    folds: true,
    foldedLabel: 'created',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

function LastAnswer({ delivery: { last_status, last_failure } }: { readonly delivery: Delivery }) {
  if (last_status === null && last_failure === null) return null;
  return (
    <span>
      {last_status !== null && <span className="number">{last_status}</span>}
      {last_failure !== null && (
        <span className="quiet">
          {last_status !== null && ' '}
          {spaced(last_failure)}
        </span>
      )}
    </span>
  );
}
