import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { NeedsProof } from '../needs-proof.tsx';

interface NewRecoveryCodesProps {
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function NewRecoveryCodes({ onDone, onClose }: NewRecoveryCodesProps) {
  const make = useChange(async () => (await client.post('/auth/api/v1/me/recovery-codes')).data.recovery_codes, {
    done: onDone,
  });
  const submit = () => make.mutate();
  return (
    <Dialog title="Create new recovery codes" open onClose={onClose}>
      <NeedsProof error={make.error} onProven={submit}>
        <Form
          verb="Create new recovery codes"
          failed="The codes were not created"
          error={make.error}
          busy={make.isPending}
          onSubmit={submit}
          onCancel={onClose}
        >
          <p>You get ten new codes, shown once. The old ones stop working.</p>
        </Form>
      </NeedsProof>
    </Dialog>
  );
}
