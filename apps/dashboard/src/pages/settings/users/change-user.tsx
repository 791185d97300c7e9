import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { oneUser, type User, users } from './paths.ts';
import { RoleField } from './role-field.tsx';

export function ChangeUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [name, setName] = useState(user.name);
  const [roleId, setRoleId] = useState(user.role_id);
  const change = useChange(
    () =>
      client.patch(oneUser, {
        params: { id: user.id },
        body: {
          ...(name === user.name ? {} : { name }),
          ...(roleId === user.role_id ? {} : { role_id: roleId }),
        },
      }),
    {
      outdates: [users, '/auth/api/v1/me', '/auth/api/v1/session'],
      done: () => {
        say(`Changed ${user.email}`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`Change ${user.email}`} open onClose={onClose}>
      <Form
        verb="Change user"
        failed="The user was not changed"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p>A changed role applies within a second to all their sessions and tokens.</p>
        <TextField
          label="Name"
          value={name}
          required
          maxLength={63}
          error={fieldError(change.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <RoleField value={roleId} error={fieldError(change.error, 'role_id')} onChange={setRoleId} />
      </Form>
    </Dialog>
  );
}
