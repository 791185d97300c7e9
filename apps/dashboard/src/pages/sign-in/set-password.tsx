import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Facts } from '../../design/page.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { Time } from '../../design/time.tsx';
import { Entrance } from './entrance.tsx';

export interface SeenLink {
  readonly kind: 'invite' | 'reset';
  readonly email: string;
  readonly name: string;
  readonly tenant: { readonly slug: string; readonly name: string };
  readonly expires_at: string;
}

export function SetPassword({ token, link }: { readonly token: string; readonly link: SeenLink }) {
  const navigate = useNavigate();
  const isInvite = link.kind === 'invite';
  const [name, setName] = useState(link.name);
  const [password, setPassword] = useState('');
  const claim = useChange(
    async () => {
      const body = { token, password, ...(isInvite ? { name } : {}) };
      return (await client.post('/auth/api/v1/links/claim', { body })).data;
    },
    {
      done: ({ email, tenant }) =>
        void navigate({ to: '/login/$slug', params: { slug: tenant.slug }, search: { email }, replace: true }),
    },
  );
  return (
    <Entrance
      title={isInvite ? `Join ${link.tenant.name}` : 'Set a new password'}
      about={
        isInvite
          ? 'Choose the password you will sign in with.'
          : 'Your old password stops working and all your sessions end.'
      }
    >
      <Facts
        facts={[
          ['Email', <span className="name">{link.email}</span>],
          ['Tenant', <span className="name">{link.tenant.name}</span>],
          ['Link expires', <Time at={link.expires_at} />],
        ]}
      />
      <Form
        verb={isInvite ? 'Set password and join' : 'Set new password'}
        failed="The password was not set"
        error={claim.error}
        busy={claim.isPending}
        onSubmit={() => claim.mutate()}
      >
        {/* So that a password manager files it under the right name. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        {isInvite && (
          <TextField
            label="Your name"
            help="As others will see it"
            autoComplete="name"
            required
            maxLength={63}
            value={name}
            error={fieldError(claim.error, 'name')}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <PasswordField
          label="Password"
          which="new"
          required
          autoFocus
          value={password}
          error={fieldError(claim.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
