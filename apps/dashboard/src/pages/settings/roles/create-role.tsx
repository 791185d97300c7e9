import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { noPower, usePower } from '../power/power.ts';
import { PowerFields } from '../power/power-fields.tsx';
import { rolesPath } from './use-roles.ts';

export function CreateRole({ onClose }: { readonly onClose: () => void }) {
  const power = usePower(noPower);
  const create = useChange(() => client.post(rolesPath, { body: power.value }), {
    outdates: [rolesPath],
    done: () => {
      say(`Created role ${power.value.name}; assign it under Users`);
      onClose();
    },
  });
  return (
    <Dialog title="Create a role" open onClose={onClose}>
      <Form
        verb="Create role"
        failed="The role was not created"
        error={create.error}
        busy={create.isPending}
        onSubmit={() => power.isWhole() && create.mutate()}
        onCancel={onClose}
      >
        <PowerFields power={power} error={create.error} nameHelp="Such as the job of the people who have it" />
      </Form>
    </Dialog>
  );
}
