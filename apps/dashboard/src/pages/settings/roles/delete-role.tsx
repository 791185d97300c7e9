import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { say } from '../../../design/said.tsx';
import { RoleHolders } from './role-holders.tsx';
import { type Role, rolesPath } from './use-roles.ts';

export function DeleteRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const remove = useChange(() => client.delete('/auth/api/v1/roles/{id}', { params: { id: role.id } }), {
    outdates: [rolesPath],
    done: () => {
      say(`Deleted role ${role.name}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={`Delete role ${role.name}`}
      failed="The role was not deleted"
      typed={role.name}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <RoleHolders
        role={role}
        some="Assign them another role first: a role can be deleted once nobody has it."
        none="Nobody has this role. This cannot be undone."
      />
    </Confirm>
  );
}
