import type { Decision } from '@wheelhouse/contracts';
import { eventually, type Kube } from '@wheelhouse/testkit';

export type Kind = Decision['action'];

const madeWithinMs = 120_000;

/** Makes one object for one action; nobody else touches it. Of a busy API server another one is asked for. */
export function makeTarget(kube: Kube, namespace: string, kind: Kind): Promise<Pick<Decision, 'action' | 'target'>> {
  return eventually(() => make(kube, namespace, kind), madeWithinMs);
}

async function make(kube: Kube, namespace: string, action: Kind): Promise<Pick<Decision, 'action' | 'target'>> {
  if (action === 'cordon_node' || action === 'uncordon_node') {
    const node = await kube.node();
    if (action === 'uncordon_node') await kube.cordon(node, true);
    return { action, target: { node_name: node } };
  }
  const { name } = await kube.deployment(1, { namespace });
  if (action !== 'restart_pod') return { action, target: { namespace, deployment_name: name } };
  const pods = await kube.pods(namespace);
  const pod = pods.find(({ metadata }) => metadata.name.startsWith(`${name}-`));
  if (pod === undefined) throw new Error(`Deployment ${name} has no pod`);
  return { action, target: { namespace, pod: pod.metadata.name } };
}
