import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { changesOf, type Power, usePower } from '../power/power.ts';
import { PowerFields } from '../power/power-fields.tsx';
import { type Account, accounts, oneAccount } from './paths.ts';

export function ChangeAccount({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const power = usePower(account);
  const change = useChange((body: Partial<Power>) => client.patch(oneAccount, { params: { id: account.id }, body }), {
    outdates: [accounts, oneAccount],
    done: () => {
      say(`Changed ${power.value.name}`);
      onClose();
    },
  });
  return (
    <Dialog title={`Change ${account.name}`} open onClose={onClose}>
      <Form
        verb="Change service account"
        failed="The service account was not changed"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => power.isWhole() && change.mutate(changesOf(account, power.value))}
        onCancel={onClose}
      >
        <p>Changed scopes or clusters apply within a second to all its secrets.</p>
        <PowerFields power={power} error={change.error} nameHelp="Name of the program that uses it" />
      </Form>
    </Dialog>
  );
}
