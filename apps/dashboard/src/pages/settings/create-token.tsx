import type { Scope } from '@wheelhouse/sdk';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Form, fieldError } from '../../design/form.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { NeedsProof } from './needs-proof.tsx';
import { ScopesField } from './power/scopes-field.tsx';

export type CreatedToken = Awaited<ReturnType<typeof create>>;

interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_in_days: number;
}

const create = async (body: NewToken) => (await client.post('/auth/api/v1/tokens', { body })).data;

interface CreateTokenProps {
  readonly onClose: () => void;
  readonly onMade: (token: CreatedToken) => void;
}

export function CreateToken({ onClose, onMade }: CreateTokenProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const change = useChange(create, { outdates: ['/auth/api/v1/tokens'], done: onMade });
  const submit = () => change.mutate({ name, scopes, expires_in_days: Number(days) });
  return (
    <Dialog title="Create an access token" open onClose={onClose}>
      <NeedsProof error={change.error} onProven={submit}>
        <Form
          verb="Create token"
          failed="The token was not created"
          error={change.error}
          busy={change.isPending}
          onSubmit={submit}
          onCancel={onClose}
        >
          <CredentialFields
            name={name}
            help="Where it will be used, so you can recognise it later"
            days={days}
            error={change.error}
            onName={setName}
            onDays={setDays}
          />
          <ScopesField value={scopes} error={fieldError(change.error, 'scopes')} onChange={setScopes} />
        </Form>
      </NeedsProof>
    </Dialog>
  );
}
