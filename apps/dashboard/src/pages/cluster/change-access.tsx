import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import type { Cluster } from '../../api/clusters.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Form } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { accessBody, noAccess } from '../clusters/access.ts';
import { AccessFields } from '../clusters/access-fields.tsx';
import { monitorAccount } from '../clusters/kubectl-commands.ts';
import { clusterPaths } from './cluster-paths.ts';

/** New credentials in place of the old, which nobody can read any more. */
export function ChangeAccess({ cluster }: { readonly cluster: Cluster }) {
  const admin = useMay('admin');
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Credentials"
      about="Credentials are never shown, only replaced. New ones are checked at once."
      actions={
        !open && (
          <Button
            disabled={!admin}
            title={admin ? undefined : 'requires the scope admin'}
            onClick={() => setOpen(true)}
          >
            Replace credentials
          </Button>
        )
      }
    >
      {open && <Replace cluster={cluster} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Replace({ cluster, onClose }: { readonly cluster: Cluster; readonly onClose: () => void }) {
  const [access, setAccess] = useState(noAccess);
  const change = useChange(
    () => client.patch('/platform/api/v1/clusters/{id}', { params: { id: cluster.id }, body: accessBody(access) }),
    {
      outdates: clusterPaths,
      done: () => {
        say(`Replaced the credentials of ${cluster.name}; checking them now`);
        onClose();
      },
    },
  );
  return (
    <Form
      verb={`Replace credentials of ${cluster.name}`}
      failed="The credentials were not replaced"
      error={change.error}
      busy={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <AccessFields account={monitorAccount} access={access} error={change.error} onChange={setAccess} />
    </Form>
  );
}
