import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { noPower, type Power, usePower } from '../power/power.ts';
import { PowerFields } from '../power/power-fields.tsx';
import { type Account, accounts } from './paths.ts';

interface CreateAccountProps {
  readonly onClose: () => void;
  readonly onMade: (account: Account) => void;
}

export function CreateAccount({ onClose, onMade }: CreateAccountProps) {
  const power = usePower(noPower);
  const create = useChange(async (body: Power) => (await client.post(accounts, { body })).data, {
    outdates: [accounts],
    done: onMade,
  });
  return (
    <Dialog title="Create a service account" open onClose={onClose}>
      <Form
        verb="Create service account"
        failed="The service account was not created"
        error={create.error}
        busy={create.isPending}
        onSubmit={() => power.isWhole() && create.mutate(power.value)}
        onCancel={onClose}
      >
        <PowerFields power={power} error={create.error} nameHelp="Name of the program that will use it" />
      </Form>
    </Dialog>
  );
}
