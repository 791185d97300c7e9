import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { useClusters } from '../../api/clusters.ts';
import { incidentPaths, windowsPath } from '../../api/incidents.ts';
import { CheckField, FieldGroup, LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { zone } from '../../design/score-curve.ts';
import { Loaded } from '../../loading/loaded.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { NoClusters } from '../clusters/no-clusters.tsx';
import css from '../webhooks/create-page.module.css';
import { bodyOf, newDraft, scopeFault, type WindowDraft } from './draft.ts';
import { WindowPreview } from './window-preview.tsx';

const route = getRouteApi('/signed-in/incidents/windows/new');
const above = [
  { label: 'Incidents', link: { to: '/incidents' } },
  { label: 'Maintenance windows', link: { to: '/incidents/windows' } },
] as const;

/** Left when and where, right what will be different meanwhile. */
export function AnnouncePage() {
  const lacks = useLacks('actions');
  const { clusters, data, error, refetch } = useClusters();
  return (
    <Page title="Announce maintenance" above={above}>
      {lacks && (
        <Notice tone="unknown" title="You cannot announce maintenance">
          <p>This requires the scope actions. Ask an administrator of your tenant for a role that has it.</p>
        </Notice>
      )}
      <Loaded of={{ data, error, refetch }} what="the clusters">
        {() => (clusters.length === 0 ? <NoClusters /> : <Editor lacks={lacks} />)}
      </Loaded>
    </Page>
  );
}

function Editor({ lacks }: { readonly lacks: boolean }) {
  const navigate = useNavigate();
  const { cluster_id: asked } = route.useSearch();
  const { clusters, byId } = useClusters();
  const first = clusters.find(({ id }) => id === asked) ?? (clusters.length === 1 ? clusters[0] : undefined);
  const [draft, setDraft] = useState(() => newDraft(first?.id ?? '', Date.now()));
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<WindowDraft>) => setDraft((before) => ({ ...before, ...part }));
  const fault = scopeFault(draft);
  const create = useChange(async () => (await client.post(windowsPath, { body: bodyOf(draft) })).data, {
    outdates: [windowsPath, ...incidentPaths],
    done: ({ name, state }) => {
      say(state === 'active' ? `Maintenance ${name} has begun` : `Announced maintenance ${name}`);
      void navigate({ to: '/incidents/windows' });
    },
  });
  const cluster = byId.get(draft.clusterId);
  return (
    <div className={css['sides']}>
      <Form
        verb="Announce maintenance"
        failed="The maintenance was not announced"
        error={create.error}
        busy={create.isPending}
        disabled={lacks}
        onSubmit={() => {
          setTried(true);
          if (fault === undefined) create.mutate();
        }}
        onCancel={() => void navigate({ to: '/incidents/windows' })}
      >
        <TextField
          label="Name"
          help="What is being done; for example, Kernel patches"
          required
          maxLength={63}
          value={draft.name}
          error={fieldError(create.error, 'name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <SelectField
          label="Cluster"
          required
          value={draft.clusterId}
          error={fieldError(create.error, 'cluster_id')}
          choices={[
            ...(cluster === undefined ? [{ value: '', label: 'Choose one' }] : []),
            ...clusters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => change({ clusterId: event.target.value })}
        />
        <FieldGroup label="Scope" error={isTried ? fault : undefined}>
          <CheckField
            label="Only some namespaces or nodes"
            help="Otherwise it covers the whole cluster"
            checked={draft.scope === 'some'}
            onChange={({ target }) => change({ scope: target.checked ? 'some' : 'cluster' })}
          />
        </FieldGroup>
        {draft.scope === 'some' && (
          <>
            <LongTextField
              label="Namespaces"
              help="Separated by spaces or commas; may stay empty if you name nodes"
              rows={2}
              value={draft.namespaces}
              error={fieldError(create.error, 'namespaces')}
              onChange={(event) => change({ namespaces: event.target.value })}
            />
            <LongTextField
              label="Nodes"
              help="Includes workloads that run on no other node"
              rows={2}
              value={draft.nodes}
              error={fieldError(create.error, 'nodes')}
              onChange={(event) => change({ nodes: event.target.value })}
            />
          </>
        )}
        <TextField
          label="Begins"
          help={`In ${zone}. Leave it empty to begin now`}
          type="datetime-local"
          value={draft.starts}
          error={fieldError(create.error, 'starts_at')}
          onChange={(event) => change({ starts: event.target.value })}
        />
        <TextField
          label="Ends"
          help={`In ${zone}, at most seven days later`}
          type="datetime-local"
          required
          value={draft.ends}
          error={fieldError(create.error, 'ends_at')}
          onChange={(event) => change({ ends: event.target.value })}
        />
        <TextField
          label="Reason (optional)"
          maxLength={500}
          value={draft.reason}
          error={fieldError(create.error, 'reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Form>
      <WindowPreview draft={draft} cluster={cluster} />
    </div>
  );
}
