import { useQuery } from '@tanstack/react-query';
import type { Scope } from '@wheelhouse/sdk';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { meQuery } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Form, fieldError } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { CredentialFields } from '../settings/credential-fields.tsx';
import { NeedsProof } from '../settings/needs-proof.tsx';
import { ScopesField } from '../settings/power/scopes-field.tsx';
import { type Asked, terminalAddress } from './asked.ts';
import css from './cli-login.module.css';

const usual: readonly Scope[] = ['read', 'deploy', 'actions'];

/** The page gets a code and carries it to the terminal, which alone can make a token of it. */
export function HandOver({ asked }: { readonly asked: Asked }) {
  const { data: me } = useQuery(meQuery);
  const [name, setName] = useState(asked.name);
  const [days, setDays] = useState('90');
  const [chosen, setChosen] = useState<readonly Scope[]>();
  const scopes = chosen ?? usual.filter((scope) => me?.scopes.includes(scope) === true);
  const give = useChange(
    async () => {
      const body = { name, scopes, expires_in_days: Number(days), challenge: asked.challenge };
      return (await client.post('/auth/api/v1/tokens/hand-over', { body })).data.code;
    },
    // In place of this page: what was agreed to is not agreed to twice by a step back.
    { done: (code) => window.location.replace(terminalAddress(asked, { code })) },
  );
  const submit = () => give.mutate();
  return (
    <div className={css['handOver']}>
      <Notice tone="attention" title="Continue only if you just started wheelhouse login yourself.">
        <p>
          Whoever has the token can act as you. It is sent to the program listening on{' '}
          <code>127.0.0.1:{asked.port}</code> on this machine; the address printed in your terminal shows the same
          number.
        </p>
      </Notice>
      <NeedsProof error={give.error} onProven={submit}>
        <Form
          verb="Give the terminal a token"
          failed="The terminal did not get a token"
          error={give.error}
          busy={give.isPending || give.isSuccess || me === undefined}
          disabled={scopes.length === 0}
          onSubmit={submit}
          more={
            <Button onClick={() => window.location.replace(terminalAddress(asked, { error: 'access_denied' }))}>
              Refuse
            </Button>
          }
        >
          <CredentialFields
            name={name}
            help="The token is listed under this name in Settings, Access Tokens"
            days={days}
            error={give.error}
            onName={setName}
            onDays={setDays}
          />
          <ScopesField value={scopes} onChange={setChosen} error={fieldError(give.error, 'scopes')} />
        </Form>
      </NeedsProof>
    </div>
  );
}
