import { useChange } from '../../../api/change.ts';
import { client } from '../../../api/client.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { say } from '../../../design/said.tsx';
import { type SignalToken, signalTokens } from './paths.ts';

interface RevokeSignalTokenProps {
  readonly token: SignalToken;
  readonly onClose: () => void;
}

export function RevokeSignalToken({ token: { id, name }, onClose }: RevokeSignalTokenProps) {
  const revoke = useChange(() => client.delete('/auth/api/v1/signal-tokens/{id}', { params: { id } }), {
    outdates: [signalTokens],
    done: () => {
      say(`Revoked signal token ${name}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={`Revoke signal token ${name}`}
      failed="The signal token was not revoked"
      open
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Signals sent with it are refused within a second; incidents that they opened stay. This cannot be undone, but
        you can create a new token.
      </p>
    </Confirm>
  );
}
