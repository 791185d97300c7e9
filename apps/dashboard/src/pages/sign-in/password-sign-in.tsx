import { ApiError } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { rememberedTenant } from './remembered-tenant.ts';
import { SecondFactorField, type ShownFactor } from './second-factor-field.tsx';
import { useThrottle } from './use-throttle.ts';

interface PasswordSignInProps {
  readonly tenant: string | undefined;
  readonly email: string | undefined;
  readonly onSignedIn: () => void;
}

/** The password; then, where there is one, the second factor, while the password is kept in memory. */
export function PasswordSignIn({ tenant, email: given = '', onSignedIn }: PasswordSignInProps) {
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<ShownFactor>();
  const signIn = useChange(
    () =>
      client.post('/auth/api/v1/session', {
        body: { email, password, ...(tenant === undefined ? {} : { tenant }), ...factor },
        // Each try counts: none is made that nobody asked for.
        retries: 0,
      }),
    {
      done: () => {
        if (tenant !== undefined) rememberedTenant.set(tenant);
        onSignedIn();
      },
    },
  );
  const { error } = signIn;
  // That a second factor is wanted is no failure: it is the next step.
  const wantsFactor = error instanceof ApiError && error.details.some(({ code }) => code === 'totp_required');
  const failure = wantsFactor ? null : error;
  const asksFactor = wantsFactor || factor !== undefined;
  const throttle = useThrottle(error);
  const back = () => {
    signIn.reset();
    setFactor(undefined);
    setPassword('');
  };
  return (
    <Form
      verb={throttle.seconds > 0 ? `Try again in ${throttle.words}` : 'Sign in'}
      failed="You are not signed in"
      error={failure}
      busy={signIn.isPending}
      disabled={throttle.seconds > 0}
      onSubmit={() => signIn.mutate()}
      more={
        asksFactor && (
          <Button look="quiet" onClick={back}>
            Start over
          </Button>
        )
      }
    >
      {asksFactor ? (
        <SecondFactorField
          email={email}
          error={fieldError(failure, 'totp')}
          shown={factor}
          onChange={setFactor}
          onOther={(other) => {
            setFactor(other);
            signIn.reset();
          }}
        />
      ) : (
        <>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus={given === ''}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label="Password"
            which="current"
            required
            autoFocus={given !== ''}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
    </Form>
  );
}
