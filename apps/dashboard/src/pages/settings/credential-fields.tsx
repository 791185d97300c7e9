import { SelectField, TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { lives } from './lives.ts';

interface CredentialFieldsProps {
  readonly name: string;
  /** What a name is good for here. */
  readonly help: string;
  readonly days: string;
  /** Of the change that makes the credential. */
  readonly error: Error | null;
  readonly onName: (name: string) => void;
  readonly onDays: (days: string) => void;
}

/** What every token and secret has: a name to know it by, and an end. */
export function CredentialFields({ name, help, days, error, onName, onDays }: CredentialFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        help={help}
        value={name}
        required
        maxLength={63}
        error={fieldError(error, 'name')}
        onChange={(event) => onName(event.target.value)}
      />
      <SelectField
        label="Expires after"
        choices={lives}
        value={days}
        onChange={(event) => onDays(event.target.value)}
      />
    </>
  );
}
