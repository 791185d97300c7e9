import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { useThrottle } from '../../sign-in/use-throttle.ts';
import { NeedsProof } from '../needs-proof.tsx';

export function RemoveSecondFactor({ onClose }: { readonly onClose: () => void }) {
  const [code, setCode] = useState('');
  const remove = useChange(() => client.delete('/auth/api/v1/me/totp', { body: { code }, retries: 0 }), {
    outdates: ['/auth/api/v1/session', '/auth/api/v1/me'],
    done: () => {
      say('Removed your second factor');
      onClose();
    },
  });
  const throttle = useThrottle(remove.error);
  const submit = () => remove.mutate();
  return (
    <Dialog title="Remove second factor" open onClose={onClose}>
      <NeedsProof error={remove.error} onProven={submit}>
        <Form
          verb={throttle.seconds > 0 ? `Try again in ${throttle.words}` : 'Remove second factor'}
          failed="The second factor was not removed"
          error={remove.error}
          busy={remove.isPending}
          disabled={throttle.seconds > 0}
          onSubmit={submit}
          onCancel={onClose}
        >
          <p>You will sign in with your password alone. Your recovery codes stop working.</p>
          <TextField
            label="Code from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            required
            autoFocus
            minLength={6}
            maxLength={64}
            spellCheck={false}
            value={code}
            error={fieldError(remove.error, 'totp')}
            onChange={(event) => setCode(event.target.value)}
          />
        </Form>
      </NeedsProof>
    </Dialog>
  );
}
