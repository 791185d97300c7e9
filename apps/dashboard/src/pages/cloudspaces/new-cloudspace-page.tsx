import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cloudspacePaths, cloudspacesPath } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { useClusters } from '../../api/clusters.ts';
import { meQuery } from '../../api/session.ts';
import { SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { refusedWords } from '../app/refused-words.ts';
import { nameError } from '../clusters/name-error.ts';
import css from '../webhooks/create-page.module.css';
import { CloudspaceFields } from './cloudspace-fields.tsx';
import { newDraft, placementOf, quotaOf, tolerationFault } from './draft.ts';
import { NoCloudspaces } from './no-cloudspaces.tsx';
import { NotDeployable } from './not-deployable.tsx';
import { RegistryRows, type RegistryDraft } from './registry-rows.tsx';
import { Walls } from './walls.tsx';

const route = getRouteApi('/signed-in/cloudspaces/new');

export function NewCloudspacePage() {
  const lacks = useLacks('deploy');
  const { data: me } = useQuery(meQuery);
  const { clusters, data, error, refetch } = useClusters();
  const isLimited = me !== undefined && me.cloudspace_ids !== null;
  return (
    <Page title="Create a CloudSpace" above={[{ label: 'CloudSpaces', link: { to: '/cloudspaces' } }]}>
      {(lacks || isLimited) && (
        <Notice tone="unknown" title="You cannot create CloudSpaces">
          <p>
            {lacks
              ? 'This requires the scope deploy. Ask an administrator of your tenant for a role that has it.'
              : 'Your role is limited to certain CloudSpaces, so you could not see the one you would make. Ask an administrator to create it and add it to your role.'}
          </p>
        </Notice>
      )}
      <Loaded of={{ data, error, refetch }} what="the clusters">
        {() => (clusters.length === 0 ? <NoCloudspaces /> : <Editor isBarred={lacks || isLimited} />)}
      </Loaded>
    </Page>
  );
}

function Editor({ isBarred }: { readonly isBarred: boolean }) {
  const navigate = useNavigate();
  const { cluster_id: asked } = route.useSearch();
  const { clusters } = useClusters();
  const first = clusters.find(({ id }) => id === asked) ?? (clusters.length === 1 ? clusters[0] : undefined);
  const [clusterId, setClusterId] = useState(first?.id ?? '');
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(newDraft);
  const [registries, setRegistries] = useState<readonly RegistryDraft[]>([]);
  const cluster = clusters.find(({ id }) => id === clusterId);
  const create = useChange(
    async () => {
      const placement = placementOf(draft);
      const body = {
        name: name.trim(),
        cluster_id: clusterId,
        quota: quotaOf(draft),
        pod_security: draft.podSecurity,
        ...(placement !== null && { placement }),
        ...(registries.length > 0 && {
          registries: registries.map(({ host, username, password }) => ({ host: host.trim(), username, password })),
        }),
      };
      return (await client.post(cloudspacesPath, { body })).data;
    },
    {
      outdates: cloudspacePaths,
      done: ({ id, name: made }) => {
        // The passwords have done their work here.
        setRegistries([]);
        say(`Creating CloudSpace ${made}`);
        void navigate({ to: '/cloudspaces/$cloudspaceId', params: { cloudspaceId: id } });
      },
    },
  );
  return (
    <div className={css['sides']}>
      <Form
        verb={name === '' ? 'Create CloudSpace' : `Create CloudSpace ${name.trim()}`}
        failed={refusedWords('The CloudSpace was not created', create.error)}
        error={create.error}
        busy={create.isPending}
        disabled={isBarred}
        onSubmit={() => tolerationFault(draft) === undefined && create.mutate()}
        onCancel={() => void navigate({ to: '/cloudspaces' })}
      >
        <SelectField
          label="Cluster"
          help="Where its namespace will be. It stays there."
          required
          value={clusterId}
          error={fieldError(create.error, 'cluster_id')}
          choices={[
            ...(cluster === undefined ? [{ value: '', label: 'Choose one' }] : []),
            ...clusters.map((one) => ({
              value: one.id,
              label: one.phase === 'Ready' ? one.name : `${one.name}, ${one.phase}`,
            })),
          ]}
          onChange={(event) => setClusterId(event.target.value)}
        />
        <NotDeployable cluster={cluster} />
        <TextField
          label="Name"
          help="Lowercase letters, digits and hyphens, such as shop-apps. It names the namespace, and stays."
          required
          maxLength={40}
          spellCheck={false}
          value={name}
          error={nameError(create.error, name)}
          onChange={(event) => setName(event.target.value)}
        />
        <CloudspaceFields
          draft={draft}
          error={create.error}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <RegistryRows rows={registries} error={fieldError(create.error, 'registries')} onChange={setRegistries} />
      </Form>
      <Walls name={name.trim()} draft={draft} registries={registries.length} cluster={cluster} />
    </div>
  );
}
