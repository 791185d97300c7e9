import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';

export type ShownFactor = { readonly totp: string } | { readonly recovery_code: string };

interface SecondFactorFieldProps {
  readonly email: string;
  readonly shown: ShownFactor | undefined;
  readonly error: string | undefined;
  readonly onChange: (shown: ShownFactor) => void;
  /** The other kind, still empty. */
  readonly onOther: (shown: ShownFactor) => void;
}

/** A code of the app; or, for who has lost it, one of the codes that were saved. */
export function SecondFactorField({ email, shown = { totp: '' }, error, onChange, onOther }: SecondFactorFieldProps) {
  const byApp = 'totp' in shown;
  return (
    <>
      <p>
        The password for <span className="name">{email}</span> is correct. Your account also requires a second factor.
      </p>
      {byApp ? (
        <TextField
          key="app"
          label="Code from your authenticator app"
          help="Six digits that change every 30 seconds"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          maxLength={16}
          value={shown.totp}
          error={error}
          onChange={(event) => onChange({ totp: event.target.value })}
        />
      ) : (
        <TextField
          key="saved"
          label="Recovery code"
          help="One of the ten you saved when you set up the second factor. Each works once."
          required
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={shown.recovery_code}
          error={error}
          onChange={(event) => onChange({ recovery_code: event.target.value })}
        />
      )}
      <div>
        <Button onClick={() => onOther(byApp ? { recovery_code: '' } : { totp: '' })}>
          {byApp ? 'Use a recovery code instead' : 'Use the app instead'}
        </Button>
      </div>
    </>
  );
}
