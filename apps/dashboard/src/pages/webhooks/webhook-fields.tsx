import { TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { ClustersField } from '../settings/power/clusters-field.tsx';
import { AddressFields } from './address-fields.tsx';
import type { DraftState } from './draft.ts';
import { EventsField } from './events-field.tsx';

const noLimit = 'What the other side can handle. Leave empty for no limit.';
const rateHelp = {
  event: 'What your receiver can handle. Leave empty for no limit.',
  slack: 'Slack takes one message per second.',
  teams: noLimit,
  pagerduty: noLimit,
} as const;

interface WebhookFieldsProps {
  readonly draft: DraftState;
  readonly error: Error | null;
  /** It is there already. */
  readonly isKnown?: boolean;
}

export function WebhookFields({ draft, error, isKnown = false }: WebhookFieldsProps) {
  const { value, faults, change } = draft;
  return (
    <>
      <AddressFields draft={draft} error={error} isKnown={isKnown} />
      <TextField
        label="Description"
        help="What it is for or who owns it (optional)"
        maxLength={1_000}
        value={value.description}
        error={fieldError(error, 'description')}
        onChange={(event) => change({ description: event.target.value })}
      />
      <EventsField
        value={value.events}
        error={faults.events ?? fieldError(error, 'events')}
        onChange={(events) => change({ events })}
      />
      <ClustersField
        value={value.cluster_ids}
        help="A webhook limited to clusters does not receive events that belong to no cluster."
        error={faults.cluster_ids ?? fieldError(error, 'cluster_ids')}
        onChange={(cluster_ids) => change({ cluster_ids })}
      />
      <TextField
        label="Maximum deliveries per second"
        help={rateHelp[value.format]}
        type="number"
        min={1}
        max={10_000}
        value={value.rate}
        error={fieldError(error, 'rate_limit_per_second')}
        onChange={(event) => change({ rate: event.target.value })}
      />
    </>
  );
}
