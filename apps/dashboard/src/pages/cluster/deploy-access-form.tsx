import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import type { Cluster } from '../../api/clusters.ts';
import { Command } from '../../design/copy.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { accessBody, noAccess } from '../clusters/access.ts';
import { AccessFields } from '../clusters/access-fields.tsx';
import { deployAccount } from '../clusters/kubectl-commands.ts';
import { clusterPaths } from './cluster-paths.ts';
import css from './settings-tab.module.css';

/** Credentials that Wheelhouse deploys with, apart from those it watches with. */
export function DeployAccessForm({ cluster, onClose }: { readonly cluster: Cluster; readonly onClose: () => void }) {
  const [access, setAccess] = useState(noAccess);
  const change = useChange(
    () =>
      client.patch('/platform/api/v1/clusters/{id}', {
        params: { id: cluster.id },
        body: { deploy_access: accessBody(access) },
      }),
    {
      outdates: clusterPaths,
      done: () => {
        say(`Wheelhouse has credentials for deploying to ${cluster.name}; checking them now`);
        onClose();
      },
    },
  );
  return (
    <Form
      verb={`Let Wheelhouse deploy to ${cluster.name}`}
      failed="The credentials for deploying were not taken"
      error={change.error}
      busy={change.isPending}
      onSubmit={() => change.mutate()}
      onCancel={onClose}
    >
      <div className={css['words']}>
        <p>With our command line and your kubectl, this is one command:</p>
        <Command>wheelhouse clusters connect --deploy</Command>
      </div>
      <AccessFields account={deployAccount} access={access} error={change.error} onChange={setAccess} />
    </Form>
  );
}
