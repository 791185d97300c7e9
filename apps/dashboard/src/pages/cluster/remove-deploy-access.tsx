import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import type { Cluster } from '../../api/clusters.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { say } from '../../design/said.tsx';
import { clusterPaths } from './cluster-paths.ts';
import css from './settings-tab.module.css';

export function RemoveDeployAccess({ cluster: { id, name } }: { readonly cluster: Cluster }) {
  const admin = useMay('admin');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const remove = useChange(
    () => client.patch('/platform/api/v1/clusters/{id}', { params: { id }, body: { deploy_access: null } }),
    {
      outdates: clusterPaths,
      done: () => {
        say(`Removed the deploy credentials of ${name}`);
        close();
      },
    },
  );
  return (
    <>
      <Button
        look="danger"
        disabled={!admin}
        title={admin ? undefined : 'requires the scope admin'}
        onClick={() => setAsking(true)}
      >
        Remove deploy credentials
      </Button>
      <Confirm
        verb={`Remove deploy credentials of ${name}`}
        failed="The deploy credentials were not removed"
        open={asking}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          close();
        }}
      >
        <div className={css['words']}>
          <p>
            Wheelhouse then deploys with the credentials the cluster is registered with, if they have the permissions;
            otherwise nothing can be deployed or changed there. What runs keeps running. The service account stays in
            the cluster until you delete it there:
          </p>
          <Command>kubectl -n wheelhouse delete serviceaccount wheelhouse-platform</Command>
        </div>
      </Confirm>
    </>
  );
}
