import type { ConsumerSpec } from '@wheelhouse/kit';
import { selectAppAt, updateApp } from '../apps/app-store.ts';

/** A count that an action has set is the one that is wanted from then on: the next deployment must not take it back. */
export const scaleConsumer: ConsumerSpec = {
  name: 'scaled by actions',
  source: 'action-agent',
  types: ['action.executed'],
  handle: async (db, { data }) => {
    const { action, status, cluster_id: clusterId, target, finished_at: finishedAt } = data;
    if (action !== 'scale_deployment' || status !== 'success') return;
    const { namespace, deployment_name: name, replicas } = countIn(target);
    if (namespace === undefined || name === undefined || replicas === undefined) return;
    const app = await selectAppAt(db, String(clusterId), namespace, name);
    const at = new Date(String(finishedAt));
    // Somebody asked for another count since.
    if (app === undefined || app.replicas_at > at) return;
    await updateApp(db, app, { desired_replicas: replicas, replicas_at: at, scale_pending: false });
  },
};

interface Count {
  readonly namespace?: string;
  readonly deployment_name?: string;
  readonly replicas?: number;
}

function countIn(target: unknown): Count {
  return typeof target === 'object' && target !== null ? target : {};
}
