import { useState } from 'react';
import { TextField } from '../../design/field.tsx';
import { fieldError } from '../../design/form.tsx';
import { slugOf } from './slug.ts';

interface NewTenant {
  readonly name: string;
  readonly slug: string;
}

interface TenantFieldsProps {
  readonly value: NewTenant;
  readonly error: Error | null;
  readonly onChange: (value: NewTenant) => void;
}

/** The slug follows the name until somebody writes it themselves. */
export function TenantFields({ value, error, onChange }: TenantFieldsProps) {
  const [own, setOwn] = useState(false);
  return (
    <>
      <TextField
        label="Organisation"
        help="Your company or team. It becomes the first tenant."
        autoComplete="organization"
        required
        autoFocus
        maxLength={63}
        value={value.name}
        error={fieldError(error, 'tenant.name')}
        onChange={({ target }) => onChange({ name: target.value, slug: own ? value.slug : slugOf(target.value) })}
      />
      <TextField
        label="Short name"
        help="Identifies the tenant at sign-in: 3 to 40 characters of a-z, 0-9 and -"
        required
        autoCapitalize="none"
        spellCheck={false}
        minLength={3}
        maxLength={40}
        pattern="[a-z0-9][a-z0-9\-]*[a-z0-9]"
        title="3 to 40 characters of a-z, 0-9 and -, not starting or ending with -"
        value={value.slug}
        error={fieldError(error, 'tenant.slug') ?? fieldError(error, 'slug') ?? fieldError(error, 'tenant')}
        onChange={({ target }) => {
          setOwn(true);
          onChange({ ...value, slug: target.value });
        }}
      />
    </>
  );
}
