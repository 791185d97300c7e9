import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { ErrorNotice } from '../../../design/notice.tsx';
import { Waiting } from '../../../design/waiting.tsx';
import { NeedsProof } from '../needs-proof.tsx';
import { ConfirmSecondFactor } from './confirm-second-factor.tsx';

const begin = async () => (await client.post('/auth/api/v1/me/totp')).data;

interface SetUpSecondFactorProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

/** A secret for the app, then its first code. Nothing counts until that is right. */
export function SetUpSecondFactor({ onDone }: SetUpSecondFactorProps) {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<Awaited<ReturnType<typeof begin>>>();
  const beginning = useChange(begin, { done: setSecret });
  const start = () => {
    setOpen(true);
    beginning.mutate();
  };
  const close = () => {
    setOpen(false);
    setSecret(undefined);
    beginning.reset();
  };
  return (
    <>
      <Button look="primary" onClick={start}>
        Set up second factor
      </Button>
      <Dialog title="Set up a second factor" open={open} onClose={close}>
        {secret === undefined ? (
          <NeedsProof error={beginning.error} onProven={start}>
            {beginning.error === null ? (
              <Waiting what="a new secret" />
            ) : (
              <ErrorNotice what="Could not create a secret" error={beginning.error} retry={start} />
            )}
          </NeedsProof>
        ) : (
          <ConfirmSecondFactor secret={secret.secret} uri={secret.otpauth_uri} onDone={onDone} onClose={close} />
        )}
      </Dialog>
    </>
  );
}
