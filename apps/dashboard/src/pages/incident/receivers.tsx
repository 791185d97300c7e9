import { Link } from '@tanstack/react-router';
import { webhookFormatWords } from '@wheelhouse/contracts';
import type { Receiver, TimelineEntry } from '../../api/incidents.ts';
import { Status, type Tone } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import css from './entry.module.css';

const tones: Readonly<Record<string, Tone>> = {
  pending: 'running',
  delivering: 'running',
  delivered: 'ok',
  succeeded: 'ok',
  exhausted: 'failing',
  held: 'waiting',
  canceled: 'note',
};

/** Who was told by a notification, and whether it came through. */
export function Receivers({ receivers }: { readonly receivers: TimelineEntry['receivers'] }) {
  if (receivers === null) return <p className="quiet">Who received it is not known right now.</p>;
  if (receivers.length === 0) return <p className="quiet">No webhook wanted it.</p>;
  return (
    <ul className={css['receivers']} aria-label="Receivers">
      {receivers.map((receiver) => (
        <li key={receiver.webhook_id}>
          <Link to="/webhooks/$webhookId" params={{ webhookId: receiver.webhook_id }} className="name">
            {receiver.name}
          </Link>
          <span className="quiet">{formatWords(receiver)}</span>
          <Status tone={tones[receiver.state] ?? 'unknown'}>{receiver.state}</Status>
          {receiver.delivered_at !== null && (
            <span className="quiet">
              <Time at={receiver.delivered_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function formatWords({ format }: Receiver): string {
  return Object.entries(webhookFormatWords).find(([known]) => known === format)?.[1] ?? format;
}
