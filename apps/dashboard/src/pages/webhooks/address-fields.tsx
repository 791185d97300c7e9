import { TextField, SelectField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { type DraftState, pagerdutyUrls } from './draft.ts';

interface AddressFieldsProps {
  readonly draft: DraftState;
  readonly error: Error | null;
  /** It has a key already. */
  readonly isKnown: boolean;
}

const urlHelp = {
  slack: 'The URL of the incoming webhook. Whoever has it can post to the channel',
  teams: 'The URL of the workflow. Whoever has it can post to the channel',
  event: 'Where events are sent: an https URL that Wheelhouse can reach',
} as const;

/** What leads there: an address, or for PagerDuty the key that says whose pager it is. */
export function AddressFields({ draft: { value, change }, error, isKnown }: AddressFieldsProps) {
  const { format, url, routingKey } = value;
  if (format !== 'pagerduty')
    return (
      <TextField
        label="URL"
        help={urlHelp[format]}
        type="url"
        required
        maxLength={2_048}
        spellCheck={false}
        value={url}
        error={fieldError(error, 'url')}
        onChange={(event) => change({ url: event.target.value })}
      />
    );
  return (
    <>
      <TextField
        label="Integration key"
        help={
          isKnown
            ? 'Leave empty to keep the one it has. With another region, enter it again'
            : '32 letters and digits. It is stored encrypted and never shown again'
        }
        type="password"
        required={!isKnown}
        minLength={32}
        maxLength={32}
        spellCheck={false}
        value={routingKey}
        error={fieldError(error, 'routing_key')}
        onChange={(event) => change({ routingKey: event.target.value })}
      />
      <SelectField
        label="Service region"
        help="Where your PagerDuty account is"
        choices={regionsWith(url)}
        value={url}
        error={fieldError(error, 'url')}
        onChange={(event) => change({ url: event.target.value })}
      />
    </>
  );
}

const regions = [
  { value: pagerdutyUrls.us, label: 'United States' },
  { value: pagerdutyUrls.eu, label: 'Europe' },
];

/** One that was set by the API to another address stays among them. */
function regionsWith(url: string) {
  return regions.some(({ value }) => value === url) ? regions : [...regions, { value: url, label: url }];
}
