import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { fieldError, Form } from '../../../design/form.tsx';
import { Section } from '../../../design/page.tsx';
import { PasswordField } from '../../../design/password-field.tsx';
import { say } from '../../../design/said.tsx';
import { useThrottle } from '../../sign-in/use-throttle.ts';
import css from './profile.module.css';

export function ChangePassword({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const change = useChange(
    () =>
      client.patch('/auth/api/v1/me/password', {
        body: { current_password: current, new_password: wanted },
        retries: 0,
      }),
    {
      outdates: ['/auth/api/v1/sessions'],
      done: () => {
        say('Changed your password');
        setCurrent('');
        setWanted('');
      },
    },
  );
  const throttle = useThrottle(change.error);
  return (
    <Section title="Password" about="All your other sessions are signed out; your tokens keep working.">
      <div className={css['form']}>
        <Form
          verb={throttle.seconds > 0 ? `Try again in ${throttle.words}` : 'Change password'}
          failed="The password was not changed"
          error={change.error}
          busy={change.isPending}
          disabled={throttle.seconds > 0}
          onSubmit={() => change.mutate()}
        >
          {/* So that a password manager files it under the right name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current password"
            which="current"
            required
            value={current}
            error={fieldError(change.error, 'current_password')}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <PasswordField
            label="New password"
            which="new"
            required
            value={wanted}
            error={fieldError(change.error, 'new_password')}
            onChange={(event) => setWanted(event.target.value)}
          />
        </Form>
      </div>
    </Section>
  );
}
