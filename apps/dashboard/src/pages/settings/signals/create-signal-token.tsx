import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { client } from '../../../api/client.ts';
import { useClusters } from '../../../api/clusters.ts';
import { Dialog } from '../../../design/dialog.tsx';
import { SelectField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { reasonOf } from '../../../design/notice.tsx';
import { CredentialFields } from '../credential-fields.tsx';
import { signalTokens } from './paths.ts';

const longest = '365';
const dayMs = 86_400_000;

interface NewSignalToken {
  readonly name: string;
  readonly cluster_id: string | null;
  readonly expires_at?: string;
}

const create = async (body: NewSignalToken) => (await client.post(signalTokens, { body })).data;

export type CreatedSignalToken = Awaited<ReturnType<typeof create>>;

interface CreateSignalTokenProps {
  readonly onClose: () => void;
  readonly onMade: (token: CreatedSignalToken) => void;
}

export function CreateSignalToken({ onClose, onMade }: CreateSignalTokenProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState(longest);
  const [clusterId, setClusterId] = useState('');
  const { clusters, error: unread } = useClusters();
  const change = useChange(create, { outdates: [signalTokens], done: onMade });
  const submit = () =>
    change.mutate({
      name,
      cluster_id: clusterId === '' ? null : clusterId,
      // The longest is what it is without a word: by whose clock that is, need not be asked.
      ...(days !== longest && { expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
    });
  return (
    <Dialog title="Create a signal token" open onClose={onClose}>
      <Form
        verb="Create signal token"
        failed="The signal token was not created"
        error={change.error}
        busy={change.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <CredentialFields
          name={name}
          help="The program that will send signals, so you know which token to revoke"
          days={days}
          error={change.error}
          onName={setName}
          onDays={setDays}
        />
        <SelectField
          label="Cluster"
          help={
            unread === null
              ? 'With a token of one cluster, no signal can be sent for another.'
              : `Could not load the clusters: ${reasonOf(unread)}`
          }
          choices={[
            { value: '', label: 'Any cluster' },
            ...clusters.map(({ id, name: called }) => ({ value: id, label: called })),
          ]}
          value={clusterId}
          error={fieldError(change.error, 'cluster_id')}
          onChange={(event) => setClusterId(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
