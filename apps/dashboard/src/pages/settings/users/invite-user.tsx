import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { users } from './paths.ts';
import { RoleField } from './role-field.tsx';

interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role_id: string;
}

const invite = async (body: Invitation) => (await client.post(users, { body })).data;

export type Invited = Awaited<ReturnType<typeof invite>>;

interface InviteUserProps {
  readonly onClose: () => void;
  readonly onInvited: (invited: Invited) => void;
}

export function InviteUser({ onClose, onInvited }: InviteUserProps) {
  const [wanted, setWanted] = useState<Invitation>({ email: '', name: '', role_id: '' });
  const change = useChange(invite, { outdates: [users], done: onInvited });
  return (
    <Dialog title="Invite a user" open onClose={onClose}>
      <Form
        verb="Invite user"
        failed="The user was not invited"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate(wanted)}
        onCancel={onClose}
      >
        <TextField
          label="Email"
          help="They will sign in with it"
          type="email"
          value={wanted.email}
          required
          maxLength={254}
          error={fieldError(change.error, 'email')}
          onChange={(event) => setWanted({ ...wanted, email: event.target.value })}
        />
        <TextField
          label="Name"
          help="They can change it when they join"
          value={wanted.name}
          required
          maxLength={63}
          error={fieldError(change.error, 'name')}
          onChange={(event) => setWanted({ ...wanted, name: event.target.value })}
        />
        <RoleField
          value={wanted.role_id}
          error={fieldError(change.error, 'role_id')}
          onChange={(role_id) => setWanted({ ...wanted, role_id })}
        />
      </Form>
    </Dialog>
  );
}
