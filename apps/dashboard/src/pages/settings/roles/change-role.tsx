import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { changesOf, usePower } from '../power/power.ts';
import { PowerFields } from '../power/power-fields.tsx';
import { RoleHolders } from './role-holders.tsx';
import { type Role, rolesPath } from './use-roles.ts';

export function ChangeRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const power = usePower(role);
  const change = useChange(
    () => client.patch('/auth/api/v1/roles/{id}', { params: { id: role.id }, body: changesOf(role, power.value) }),
    {
      outdates: [rolesPath, '/auth/api/v1/users', '/auth/api/v1/me'],
      done: () => {
        say(`Changed role ${power.value.name}`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`Change role ${role.name}`} open onClose={onClose}>
      <Form
        verb="Change role"
        failed="The role was not changed"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => power.isWhole() && change.mutate()}
        onCancel={onClose}
      >
        <RoleHolders
          role={role}
          some="The change applies within a second to all their sessions and tokens."
          none="Nobody has this role yet."
        />
        <PowerFields power={power} error={change.error} nameHelp="Such as the job of the people who have it" />
      </Form>
    </Dialog>
  );
}
