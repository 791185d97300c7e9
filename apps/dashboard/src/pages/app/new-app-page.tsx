import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { appPaths, appsPath, cloudspacePaths, useCloudspaces } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { useClusters } from '../../api/clusters.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { nameError } from '../clusters/name-error.ts';
import css from '../webhooks/create-page.module.css';
import { AppFields } from './app-fields.tsx';
import { createBody, type Draft, envFault, newDraft } from './draft.ts';
import { Preview } from './preview.tsx';
import { refusedWords } from './refused-words.ts';

const route = getRouteApi('/signed-in/apps/new');

/** Left what is asked for, right what will be made of it. */
export function NewAppPage() {
  const lacks = useLacks('deploy');
  const query = useCloudspaces();
  return (
    <Page title="Deploy an app" above={[{ label: 'Apps', link: { to: '/apps' } }]}>
      {lacks && (
        <Notice tone="unknown" title="You cannot deploy apps">
          <p>This requires the scope deploy. Ask an administrator of your tenant for a role that has it.</p>
        </Notice>
      )}
      <Loaded of={query} what="the CloudSpaces">
        {() => (query.cloudspaces.length === 0 ? <NoCloudspace /> : <Editor lacks={lacks} />)}
      </Loaded>
    </Page>
  );
}

function NoCloudspace() {
  return (
    <Empty
      title="First, a CloudSpace"
      action={
        <ButtonLink to="/cloudspaces/new" look="primary">
          Create a CloudSpace
        </ButtonLink>
      }
    >
      <p>An app lives in a CloudSpace, a namespace of a cluster with a quota and walls. There is none yet.</p>
    </Empty>
  );
}

function Editor({ lacks }: { readonly lacks: boolean }) {
  const navigate = useNavigate();
  const { cloudspace_id: asked } = route.useSearch();
  const { cloudspaces } = useCloudspaces();
  const { byId } = useClusters();
  const usable = cloudspaces.filter(({ phase }) => phase !== 'Deleting');
  const first = usable.find(({ id }) => id === asked) ?? (usable.length === 1 ? usable[0] : undefined);
  const [cloudspaceId, setCloudspaceId] = useState(first?.id ?? '');
  const [name, setName] = useState('');
  const [replicas, setReplicas] = useState('1');
  const [draft, setDraft] = useState(newDraft);
  const cloudspace = usable.find(({ id }) => id === cloudspaceId);
  const create = useChange(
    async () => (await client.post(appsPath, { body: createBody({ name, cloudspaceId, replicas }, draft) })).data,
    {
      outdates: [...appPaths, ...cloudspacePaths],
      done: ({ id, name: made }) => {
        say(`Deploying ${made}`);
        void navigate({ to: '/apps/$appId', params: { appId: id } });
      },
    },
  );
  return (
    <div className={css['sides']}>
      <Form
        verb={name === '' ? 'Deploy app' : `Deploy ${name.trim()}`}
        failed={refusedWords('The app was not created', create.error)}
        error={create.error}
        busy={create.isPending}
        disabled={lacks}
        onSubmit={() => envFault(draft.env) === undefined && create.mutate()}
        onCancel={() => void navigate({ to: '/apps' })}
      >
        <SelectField
          label="CloudSpace"
          help="Where it will run"
          required
          value={cloudspaceId}
          error={fieldError(create.error, 'cloudspace_id')}
          choices={[
            ...(cloudspace === undefined ? [{ value: '', label: 'Choose one' }] : []),
            ...usable.map((one) => ({
              value: one.id,
              label: `${one.name} (${byId.get(one.cluster_id)?.name ?? 'a cluster you cannot see'})${one.phase === 'Ready' ? '' : `, ${one.phase}`}`,
            })),
          ]}
          onChange={(event) => setCloudspaceId(event.target.value)}
        />
        <TextField
          label="Name"
          help="Lowercase letters, digits and hyphens, such as checkout. It stays."
          required
          maxLength={40}
          spellCheck={false}
          value={name}
          error={nameError(create.error, name)}
          onChange={(event) => setName(event.target.value)}
        />
        <AppFields
          draft={draft}
          error={create.error}
          onChange={(part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))}
        >
          <TextField
            label="Replicas"
            help="How many pods; changed later by Scale, never by a deploy"
            type="number"
            required
            min={0}
            max={200}
            value={replicas}
            error={fieldError(create.error, 'replicas')}
            onChange={(event) => setReplicas(event.target.value)}
          />
        </AppFields>
      </Form>
      <Preview
        name={name.trim()}
        replicas={replicas}
        draft={draft}
        cloudspace={cloudspace}
        cluster={cloudspace && byId.get(cloudspace.cluster_id)}
      />
    </div>
  );
}
