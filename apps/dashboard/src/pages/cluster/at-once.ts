import { drainPath } from '../../api/actions.ts';
import { client } from '../../api/client.ts';
import type { AtOnce } from './at-once-dialog.tsx';

/** Nothing of it is sent twice: whoever gets no answer looks whether it runs. */
const retries = 0;

export function drainOf(node: string, clusterName: string): AtOnce {
  return {
    asked: { action: 'drain_node', target: { node_name: node } },
    run: (given) => client.post(drainPath, { body: { node_name: node, ...given }, retries }),
    words: { title: `Drain ${node}`, begun: `Draining ${node}`, failed: 'Not drained' },
    meanwhile: 'It runs at once, and can be canceled before its next eviction.',
    command: `wheelhouse actions drain ${node} --cluster ${clusterName}`,
  };
}

export function uncordonOf(node: string): AtOnce {
  return {
    asked: { action: 'uncordon_node', target: { node_name: node } },
    run: (given) =>
      client.post('/agents/action/api/v1/actions/uncordon', { body: { node_name: node, ...given }, retries }),
    words: { title: `Uncordon ${node}`, begun: `Uncordoning ${node}`, failed: 'Not uncordoned' },
    meanwhile: 'It runs at once. New pods may come to the node; none are moved back.',
  };
}

/** The API calls it rollback_deployment; no revision is rolled back. */
export function restartOf(namespace: string, name: string): AtOnce {
  const target = { namespace, deployment_name: name };
  return {
    asked: { action: 'rollback_deployment', target },
    run: (given) => client.post('/agents/action/api/v1/actions/rollback', { body: { ...target, ...given }, retries }),
    words: { title: `Restart ${name}`, begun: `Restarting ${name}`, failed: 'Not restarted' },
    meanwhile: 'It runs at once: its pods are made anew, a few at a time, from the same template.',
  };
}
