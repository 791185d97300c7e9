import { TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { ClustersField } from '../settings/power/clusters-field.tsx';
import type { DraftState } from './draft.ts';
import { EventsField } from './events-field.tsx';

interface WebhookFieldsProps {
  readonly draft: DraftState;
  readonly error: Error | null;
}

export function WebhookFields({ draft: { value, faults, change }, error }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label="URL"
        help="Where events are sent: an https URL that Wheelhouse can reach"
        type="url"
        required
        maxLength={2_048}
        spellCheck={false}
        value={value.url}
        error={fieldError(error, 'url')}
        onChange={(event) => change({ url: event.target.value })}
      />
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
        help="What your receiver can handle. Leave empty for no limit."
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
