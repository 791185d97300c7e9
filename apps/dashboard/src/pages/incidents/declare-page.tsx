import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { incidentCategories, incidentCategoryNames, severities } from '@wheelhouse/contracts';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { useClusters } from '../../api/clusters.ts';
import { incidentPaths, incidentsPath } from '../../api/incidents.ts';
import { LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { numberOf } from '../../design/incident-words.ts';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { useLacks } from '../../scopes/scope-button.tsx';
import { NoClusters } from '../clusters/no-clusters.tsx';
import css from '../webhooks/create-page.module.css';
import { DeclareHelp } from './declare-help.tsx';

const route = getRouteApi('/signed-in/incidents/new');

/** What people notice and no signal tells. */
export function DeclarePage() {
  const lacks = useLacks('actions');
  const { clusters, data, error, refetch } = useClusters();
  return (
    <Page title="Declare an incident" above={[{ label: 'Incidents', link: { to: '/incidents' } }]}>
      {lacks && (
        <Notice tone="unknown" title="You cannot declare incidents">
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
  const { clusters } = useClusters();
  const first = clusters.find(({ id }) => id === asked) ?? (clusters.length === 1 ? clusters[0] : undefined);
  const [clusterId, setClusterId] = useState(first?.id ?? '');
  const [title, setTitle] = useState('');
  const [severity, setSeverity] = useState<(typeof severities)[number]>('high');
  const [category, setCategory] = useState<(typeof incidentCategoryNames)[number]>('availability');
  const [namespace, setNamespace] = useState('');
  const [service, setService] = useState('');
  const [summary, setSummary] = useState('');
  const declare = useChange(
    async () => {
      const body = {
        cluster_id: clusterId,
        title: title.trim(),
        severity,
        category,
        ...(namespace.trim() !== '' && { namespace: namespace.trim() }),
        ...(service.trim() !== '' && { affected_service: service.trim() }),
        ...(summary.trim() !== '' && { summary: summary.trim() }),
      };
      return (await client.post(incidentsPath, { body })).data;
    },
    {
      outdates: incidentPaths,
      done: (incident) => {
        say(`Declared incident ${numberOf(incident)}`);
        void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id } });
      },
    },
  );
  return (
    <div className={css['sides']}>
      <Form
        verb="Declare incident"
        failed="The incident was not declared"
        error={declare.error}
        busy={declare.isPending}
        disabled={lacks}
        onSubmit={() => declare.mutate()}
        onCancel={() => void navigate({ to: '/incidents' })}
      >
        <TextField
          label="Title"
          help="What is wrong, in one line; for example, Checkout answers with errors"
          required
          maxLength={200}
          value={title}
          error={fieldError(declare.error, 'title')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField
          label="Severity"
          choices={severities.map((value) => ({ value, label: value }))}
          value={severity}
          error={fieldError(declare.error, 'severity')}
          onChange={({ target }) => setSeverity(severities.find((known) => known === target.value) ?? severity)}
        />
        <SelectField
          label="Cluster"
          required
          value={clusterId}
          error={fieldError(declare.error, 'cluster_id')}
          choices={[
            ...(clusters.some(({ id }) => id === clusterId) ? [] : [{ value: '', label: 'Choose one' }]),
            ...clusters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setClusterId(event.target.value)}
        />
        <SelectField
          label="Category"
          choices={incidentCategoryNames.map((value) => ({ value, label: `${value}: ${incidentCategories[value]}` }))}
          value={category}
          onChange={({ target }) =>
            setCategory(incidentCategoryNames.find((known) => known === target.value) ?? category)
          }
        />
        <TextField
          label="Namespace (optional)"
          help="Changes in it appear in the timeline"
          spellCheck={false}
          maxLength={63}
          value={namespace}
          error={fieldError(declare.error, 'namespace')}
          onChange={(event) => setNamespace(event.target.value)}
        />
        <TextField
          label="Service (optional)"
          help="Where users notice it"
          spellCheck={false}
          maxLength={253}
          value={service}
          error={fieldError(declare.error, 'affected_service')}
          onChange={(event) => setService(event.target.value)}
        />
        <LongTextField
          label="Summary (optional)"
          help="What is going on, in plain words"
          rows={4}
          spellCheck
          maxLength={4_096}
          value={summary}
          error={fieldError(declare.error, 'summary')}
          onChange={(event) => setSummary(event.target.value)}
        />
      </Form>
      <DeclareHelp />
    </div>
  );
}
