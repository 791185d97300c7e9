import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Copyable } from '../../../design/copy.tsx';
import { TextField } from '../../../design/field.tsx';
import { Form } from '../../../design/form.tsx';
import { QrCode } from '../../../design/qr-code.tsx';
import { NeedsProof } from '../needs-proof.tsx';
import css from './profile.module.css';

interface ConfirmSecondFactorProps {
  readonly secret: string;
  readonly uri: string;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ConfirmSecondFactor({ secret, uri, onDone, onClose }: ConfirmSecondFactorProps) {
  const [code, setCode] = useState('');
  const confirm = useChange(
    async () => (await client.post('/auth/api/v1/me/totp/confirm', { body: { code }, retries: 0 })).data.recovery_codes,
    { outdates: ['/auth/api/v1/session', '/auth/api/v1/me'], done: onDone },
  );
  const submit = () => confirm.mutate();
  return (
    <NeedsProof error={confirm.error} onProven={submit}>
      <Form
        verb="Set up second factor"
        failed="The second factor was not set up"
        error={confirm.error}
        busy={confirm.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>Scan this with an authenticator app, or enter the secret manually.</p>
        <div className={css['code']}>
          <QrCode text={uri} label="QR code of the secret, for an authenticator app" />
          <div className={css['byHand']}>
            <div data-secret>
              <h3>Secret</h3>
              <Copyable text={secret} what="the secret" short={inFours(secret)} />
            </div>
            <p className="quiet">Time-based, SHA-1, six digits, 30 seconds: the default of most apps.</p>
            <div data-secret>
              <h3>Link</h3>
              <Copyable text={uri} what="the link" short="otpauth://totp/…" />
              <p>
                <a href={uri}>Open in an app on this device</a>
              </p>
            </div>
          </div>
        </div>
        <TextField
          label="Code from the app"
          help="Six digits, to confirm that the app is set up"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          minLength={6}
          maxLength={16}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form>
    </NeedsProof>
  );
}

/** As people read it off and type it. */
const inFours = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ');
