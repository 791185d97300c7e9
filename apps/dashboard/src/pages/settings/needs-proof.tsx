import { ApiError } from '@wheelhouse/sdk';
import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';

interface NeedsProofProps {
  /** Of the change; if it was refused for want of a fresh proof, the password is asked for in its place. */
  readonly error: Error | null;
  /** Makes the change again. */
  readonly onProven: () => void;
  readonly children: ReactNode;
}

export const wantsProof = (error: Error | null) =>
  error instanceof ApiError && error.details.some(({ code }) => code === 'reauthentication_required');

/** Some changes want a fresh proof of who you are. What was filled in stays. */
export function NeedsProof({ error, onProven, children }: NeedsProofProps) {
  const wanted = wantsProof(error);
  return (
    <>
      {wanted && <Prove onProven={onProven} />}
      <div hidden={wanted}>{children}</div>
    </>
  );
}

function Prove({ onProven }: { readonly onProven: () => void }) {
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const prove = useChange(
    () =>
      client.post('/auth/api/v1/session/reauthenticate', {
        body: { password, ...(totp === '' ? {} : { totp }) },
        retries: 0,
      }),
    { done: onProven },
  );
  return (
    <Form
      verb="Confirm it is you"
      failed="Could not confirm it is you"
      error={prove.error}
      busy={prove.isPending}
      onSubmit={() => prove.mutate()}
    >
      <p>You signed in a while ago. Enter your password again to make this change.</p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label="Code from your authenticator app"
        help="Only if you have set up a second factor"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={totp}
        onChange={(event) => setTotp(event.target.value)}
      />
    </Form>
  );
}
