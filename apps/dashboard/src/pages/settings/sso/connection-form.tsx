import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { reading } from '../../../api/reading.ts';
import { CheckField, SelectField, TextField } from '../../../design/field.tsx';
import { fieldError, Form } from '../../../design/form.tsx';
import { say } from '../../../design/said.tsx';
import { NeedsProof } from '../needs-proof.tsx';
import { choicesOf, useRoles } from '../roles/use-roles.ts';
import { GroupsField } from './groups-field.tsx';
import { type Found, ssoPath, tenantPath } from './paths.ts';
import { bodyOf, groupTwice, type Wanted, wantedFrom } from './wanted.ts';

interface ConnectionFormProps {
  readonly found: Found | null;
  readonly onClose: () => void;
}

export function ConnectionForm({ found, onClose }: ConnectionFormProps) {
  const [wanted, setWanted] = useState<Wanted>(() => wantedFrom(found?.connection));
  const [fault, setFault] = useState<string>();
  const { roles } = useRoles();
  const { data: tenant } = useQuery(reading(tenantPath));
  // Nobody becomes an owner by single sign-on.
  const choices = choicesOf(roles.filter(({ builtin }) => builtin !== 'owner'));
  const set = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part });
  const change = useChange(() => client.put(ssoPath, { body: bodyOf(wanted), ifMatch: found?.etag }), {
    outdates: [ssoPath],
    done: () => {
      say('Saved single sign-on: the provider responded');
      onClose();
    },
  });
  const submit = () => {
    const twice = groupTwice(wanted);
    setFault(twice);
    if (twice === undefined) change.mutate();
  };
  return (
    <NeedsProof error={change.error} onProven={submit}>
      <Form
        verb={found === null ? 'Set up single sign-on' : 'Save single sign-on'}
        failed="Single sign-on was not saved"
        error={change.error}
        busy={change.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextField
          label="Issuer"
          help="Exactly as the provider states it, with https://. Its metadata is loaded when you save."
          type="url"
          value={wanted.issuer}
          required
          maxLength={500}
          error={fieldError(change.error, 'issuer')}
          onChange={(event) => set({ issuer: event.target.value })}
        />
        <TextField
          label="Client id"
          value={wanted.clientId}
          required
          maxLength={255}
          spellCheck={false}
          error={fieldError(change.error, 'client_id')}
          onChange={(event) => set({ clientId: event.target.value })}
        />
        <TextField
          label="Client secret"
          help={
            found === null
              ? 'Stored encrypted, and never shown again'
              : 'Leave empty to keep the current one, as long as issuer and client id stay the same'
          }
          type="password"
          autoComplete="off"
          value={wanted.clientSecret}
          required={found === null}
          maxLength={1024}
          error={fieldError(change.error, 'client_secret')}
          onChange={(event) => set({ clientSecret: event.target.value })}
        />
        <TextField
          label="Scopes to request in addition to openid"
          help="Separated by spaces. email is required; some providers need another scope for groups."
          value={wanted.scopes}
          spellCheck={false}
          error={fieldError(change.error, 'scopes')}
          onChange={(event) => set({ scopes: event.target.value })}
        />
        <TextField
          label="Groups claim"
          value={wanted.groupClaim}
          required
          maxLength={255}
          spellCheck={false}
          error={fieldError(change.error, 'group_claim')}
          onChange={(event) => set({ groupClaim: event.target.value })}
        />
        <GroupsField
          rows={wanted.groups}
          choices={choices}
          error={fault ?? groupFault(change.error)}
          onChange={(groups) => {
            set({ groups });
            setFault(undefined);
          }}
        />
        <SelectField
          label="Users in none of these groups"
          help="What happens to everyone else who signs in through the provider"
          value={wanted.defaultRoleId}
          error={fieldError(change.error, 'default_role_id')}
          choices={[
            { value: '', label: 'are refused' },
            ...choices.map(({ value, label }) => ({ value, label: `get the role ${label}` })),
          ]}
          onChange={(event) => set({ defaultRoleId: event.target.value })}
        />
        <CheckField
          label="Single sign-on is on"
          help={
            tenant?.require_sso === true
              ? 'Single sign-on is required: if you turn it off, only owners with a second factor can sign in'
              : 'When off, these settings are kept but nobody can sign in with them'
          }
          checked={wanted.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
      </Form>
    </NeedsProof>
  );
}

/** Named by the API after the group: group_roles.engineering. */
function groupFault(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find(({ field }) => field.startsWith('group_roles'));
  return found && `${found.field.replace(/^group_roles\.?/, '')} ${found.message}`.trim();
}
