import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import type { Cluster } from '../../api/clusters.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import css from './settings-tab.module.css';

export function RemoveCluster({ cluster }: { readonly cluster: Cluster }) {
  const { id, name } = cluster;
  const navigate = useNavigate();
  const admin = useMay('admin');
  const [asking, setAsking] = useState(false);
  const remove = useChange(() => client.delete('/platform/api/v1/clusters/{id}', { params: { id } }), {
    outdates: ['/platform/api/v1/clusters'],
    done: () => {
      say(`Removed ${name}`);
      void navigate({ to: '/clusters' });
    },
  });
  return (
    <Section
      title="Remove"
      about="Wheelhouse deletes the cluster’s record, credentials and health history. The cluster itself is not touched."
      actions={
        <Button
          look="danger"
          disabled={!admin}
          title={admin ? undefined : 'requires the scope admin'}
          onClick={() => setAsking(true)}
        >
          Remove cluster
        </Button>
      }
    >
      <Confirm
        verb={`Remove cluster ${name}`}
        failed="The cluster was not removed"
        typed={name}
        open={asking}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      >
        <div className={css['words']}>
          <p>
            <ClusterName id={id} name={name} />
          </p>
          <p>
            Its credentials, issues and score history are deleted. Nothing changes in the cluster, and everything there
            keeps running. You can register it again, but its history is gone.
          </p>
          <Command>{`wheelhouse clusters remove ${name}`}</Command>
        </div>
      </Confirm>
    </Section>
  );
}
