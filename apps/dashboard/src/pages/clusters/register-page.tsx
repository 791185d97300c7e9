import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { useMay } from '../../api/session.ts';
import { CheckField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { type Access, accessBody, noAccess } from './access.ts';
import { AccessFields } from './access-fields.tsx';
import { AccountHelp } from './account-help.tsx';
import { deployAccount, monitorAccount } from './kubectl-commands.ts';
import { nameError } from './name-error.ts';
import css from './register-page.module.css';

interface NewCluster {
  readonly name: string;
  readonly description: string;
  readonly access: Access;
  /** Undefined: it is to be watched only. */
  readonly deployAccess: Access | undefined;
}

const register = async ({ name, description, access, deployAccess }: NewCluster) =>
  (
    await client.post('/platform/api/v1/clusters', {
      body: {
        name: name.trim(),
        ...(description === '' ? {} : { description }),
        ...accessBody(access),
        ...(deployAccess === undefined ? {} : { deploy_access: accessBody(deployAccess) }),
      },
    })
  ).data;

/** Registers a cluster; its own page then shows how it is looked at. */
export function RegisterPage() {
  const navigate = useNavigate();
  const admin = useMay('admin');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [access, setAccess] = useState(noAccess);
  const [deployAccess, setDeployAccess] = useState<Access>();
  const change = useChange(() => register({ name, description, access, deployAccess }), {
    outdates: ['/platform/api/v1/clusters'],
    done: ({ id, name: registered }) => {
      // The credentials have done their work here.
      setAccess(noAccess);
      setDeployAccess(undefined);
      say(`Registered ${registered}`);
      void navigate({ to: '/clusters/$clusterId', params: { clusterId: id } });
    },
  });
  return (
    <Page title="Register a cluster" above={[{ label: 'Clusters', link: { to: '/clusters' } }]}>
      {!admin && (
        <Notice tone="unknown" title="You cannot register clusters">
          <p>It requires the scope admin. Ask an administrator of your tenant for a role that has it.</p>
        </Notice>
      )}
      <div className={css['sides']}>
        <Form
          verb="Register cluster"
          failed="The cluster was not registered"
          error={change.error}
          busy={change.isPending}
          disabled={!admin}
          onSubmit={() => change.mutate()}
          onCancel={() => void navigate({ to: '/clusters' })}
        >
          <TextField
            label="Name"
            help="Lowercase letters, digits and hyphens, such as prod-eu"
            required
            maxLength={63}
            spellCheck={false}
            value={name}
            error={nameError(change.error, name)}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Description"
            help="What the cluster is for, if its name does not say"
            maxLength={1_000}
            value={description}
            error={fieldError(change.error, 'description')}
            onChange={(event) => setDescription(event.target.value)}
          />
          <AccessFields account={monitorAccount} access={access} error={change.error} onChange={setAccess} />
          <CheckField
            label="Also let Wheelhouse deploy to it"
            help="For CloudSpaces and apps, with a second service account. You can do this later in the cluster’s settings."
            checked={deployAccess !== undefined}
            onChange={(event) => setDeployAccess(event.target.checked ? noAccess : undefined)}
          />
          {deployAccess !== undefined && (
            <AccessFields
              account={deployAccount}
              access={deployAccess}
              error={change.error}
              onChange={setDeployAccess}
            />
          )}
        </Form>
        <AccountHelp name={name} deploying={deployAccess !== undefined} />
      </div>
    </Page>
  );
}
