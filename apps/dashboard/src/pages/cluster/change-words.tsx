import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import type { Cluster } from '../../api/clusters.ts';
import { useMay } from '../../api/session.ts';
import { TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { nameError } from '../clusters/name-error.ts';
import { clusterPaths } from './cluster-paths.ts';

/** Name and description. */
export function ChangeWords({ cluster }: { readonly cluster: Cluster }) {
  const admin = useMay('admin');
  const [name, setName] = useState(cluster.name);
  const [description, setDescription] = useState(cluster.description);
  const change = useChange(
    () =>
      client.patch('/platform/api/v1/clusters/{id}', {
        params: { id: cluster.id },
        body: { name: name.trim(), description },
      }),
    { outdates: clusterPaths, done: () => say(`Saved ${name.trim()}`) },
  );
  return (
    <Section title="Name" about={admin ? undefined : 'Changing it requires the scope admin.'}>
      <Form
        verb="Save name and description"
        failed="The cluster was not changed"
        error={change.error}
        busy={change.isPending}
        disabled={!admin}
        onSubmit={() => change.mutate()}
      >
        <TextField
          label="Name"
          required
          maxLength={63}
          spellCheck={false}
          value={name}
          error={nameError(change.error, name)}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Description"
          maxLength={1_000}
          value={description}
          error={fieldError(change.error, 'description')}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Form>
    </Section>
  );
}
