import { useQuery } from '@tanstack/react-query';
import { eventTypesQuery } from '../../api/webhooks.ts';
import { CheckField, FieldGroup } from '../../design/field.tsx';
import { reasonOf } from '../../design/notice.tsx';
import type { Draft } from './draft.ts';

interface EventsFieldProps {
  readonly value: Draft['events'];
  readonly error: string | undefined;
  readonly onChange: (events: Draft['events']) => void;
}

/** By the API's own names, each with when it is sent. */
export function EventsField({ value, error, onChange }: EventsFieldProps) {
  const { data, error: unread } = useQuery(eventTypesQuery);
  return (
    <FieldGroup label="Events" error={error}>
      <CheckField
        label="Only some event types"
        help="Otherwise all event types, including future ones"
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? [] : null)}
      />
      {value !== null && unread !== null && <p>Could not load the event types: {reasonOf(unread)}</p>}
      {value !== null &&
        data?.data.map(({ type, sent_when }) => (
          <CheckField
            key={type}
            label={<code>{type}</code>}
            help={sent_when}
            checked={value.includes(type)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, type] : value.filter((one) => one !== type))
            }
          />
        ))}
    </FieldGroup>
  );
}
