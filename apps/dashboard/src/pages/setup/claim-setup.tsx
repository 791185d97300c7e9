import { isApiError } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { ButtonLink } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { useGoOn } from '../sign-in/use-go-on.ts';
import { TenantFields } from './tenant-fields.tsx';

interface ClaimSetupProps {
  readonly token: string;
  /** There is no tenant yet: it is made, and named here. */
  readonly namesTenant: boolean;
  readonly onGone: () => void;
}

export function ClaimSetup({ token, namesTenant, onGone }: ClaimSetupProps) {
  const goOn = useGoOn(undefined);
  const [tenant, setTenant] = useState({ name: '', slug: '' });
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const claim = useChange(
    () =>
      client
        .post('/auth/api/v1/setup', { body: { token, email, name, password, ...(namesTenant ? { tenant } : {}) } })
        .catch((error: unknown) => {
          if (isApiError(error, 'gone')) onGone();
          throw error;
        }),
    { done: goOn },
  );
  const { error } = claim;
  return (
    <Form
      verb="Become the owner"
      failed="The owner was not created"
      error={error}
      busy={claim.isPending}
      onSubmit={() => claim.mutate()}
      more={isApiError(error, 'conflict') && <ButtonLink to="/login">Go to sign-in</ButtonLink>}
    >
      {namesTenant && <TenantFields value={tenant} error={error} onChange={setTenant} />}
      <TextField
        label="Your email"
        help="You will sign in with it"
        type="email"
        autoComplete="username"
        required
        autoFocus={!namesTenant}
        maxLength={254}
        value={email}
        error={fieldError(error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Your name"
        help="As others will see it"
        autoComplete="name"
        required
        maxLength={63}
        value={name}
        error={fieldError(error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label="Password"
        which="new"
        required
        value={password}
        error={fieldError(error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}
