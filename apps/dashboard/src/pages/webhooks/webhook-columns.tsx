import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../api/webhooks.ts';
import type { Column } from '../../design/table.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { disabledWords } from './disabled-words.ts';
import { Answered, Success, Waits } from './health-figures.tsx';
import css from './webhook-columns.module.css';
import { WebhookState } from './webhook-state.tsx';

export const webhookColumns: readonly Column<Webhook>[] = [
  {
    id: 'where',
    label: 'URL',
    width: '32%',
    cell: (webhook) => (
      <span className={css['where']}>
        <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className="name">
          {whereOf(webhook)}
        </Link>
        {webhook.description !== '' && <span className="name quiet">{webhook.description}</span>}
        {webhook.state === 'disabled' && <span>{disabledWords(webhook)}</span>}
      </span>
    ),
  },
  { id: 'state', label: 'State', folds: true, cell: (webhook) => <WebhookState webhook={webhook} /> },
  { id: 'events', label: 'Events', folds: true, cell: ({ events }) => <Events events={events} /> },
  {
    id: 'success',
    label: 'Delivered, 24 h',
    folds: true,
    foldedLabel: 'delivered',
    cell: ({ health }) => (health.success_share === null ? null : <Success health={health} />),
  },
  {
    id: 'p95',
    label: 'p95',
    folds: true,
    foldedLabel: 'p95',
    cell: ({ health }) => (health.p95_ms === null ? null : <Answered health={health} />),
  },
  {
    id: 'waits',
    label: 'Queue',
    folds: true,
    cell: ({ health }) => (health.pending + health.held === 0 ? null : <Waits health={health} />),
  },
];

function Events({ events }: Pick<Webhook, 'events'>) {
  const [only, ...others] = events;
  if (only === '*') return 'all';
  if (others.length === 0) return <code>{only}</code>;
  return <span title={events.join(', ')}>{events.length} types</span>;
}
