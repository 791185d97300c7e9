import type { WebhookFormat } from '@wheelhouse/contracts';
import { FieldGroup } from '../../design/field.tsx';
import { Segments } from '../../design/segments.tsx';
import css from './destination-field.module.css';
import { destinationOf, destinations } from './destinations.ts';

interface DestinationFieldProps {
  readonly value: WebhookFormat;
  readonly onChange: (format: WebhookFormat) => void;
}

/** Where people are told, and how to get there. */
export function DestinationField({ value, onChange }: DestinationFieldProps) {
  return (
    <FieldGroup label="Where to send events">
      <Segments
        label="Where to send events"
        value={value}
        choices={destinations.map(({ format, words }) => ({ value: format, words }))}
        onChange={onChange}
      />
      <ol className={css['howTo']} aria-label="How to get there">
        {destinationOf(value)?.howTo.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </FieldGroup>
  );
}
