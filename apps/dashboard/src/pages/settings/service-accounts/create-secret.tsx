import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { client } from '../../../api/client.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { Form } from '../../../design/form.tsx';
import { CredentialFields } from '../credential-fields.tsx';
import { type Account, secrets } from './paths.ts';

interface NewSecret {
  readonly name: string;
  readonly expires_in_days: number;
}

const create = async (id: string, body: NewSecret) => (await client.post(secrets, { params: { id }, body })).data;

export type CreatedSecret = Awaited<ReturnType<typeof create>>;

interface CreateSecretProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onMade: (secret: CreatedSecret) => void;
}

export function CreateSecret({ account, onClose, onMade }: CreateSecretProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const change = useChange((body: NewSecret) => create(account.id, body), { outdates: [secrets], done: onMade });
  return (
    <Dialog title={`Create a secret of ${account.name}`} open onClose={onClose}>
      <Form
        verb="Create secret"
        failed="The secret was not created"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate({ name, expires_in_days: Number(days) })}
        onCancel={onClose}
      >
        <CredentialFields
          name={name}
          help="Where it will be stored, so you know which one to revoke"
          days={days}
          error={change.error}
          onName={setName}
          onDays={setDays}
        />
      </Form>
    </Dialog>
  );
}
