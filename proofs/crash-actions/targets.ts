import { eventually, type Kube } from '@wheelhouse/testkit';
import type { Kind } from './variant.ts';

export type Target = Readonly<Record<string, string>>;

const madeWithinMs = 120_000;

/** Makes one object for one action; nobody else touches it. Of a busy API server another one is asked for. */
export function makeTarget(kube: Kube, namespace: string, kind: Kind): Promise<Target> {
  return eventually(() => make(kube, namespace, kind), madeWithinMs);
}

async function make(kube: Kube, namespace: string, kind: Kind): Promise<Target> {
  if (kind === 'cordon_node' || kind === 'uncordon_node') {
    const node = await kube.node();
    if (kind === 'uncordon_node') await kube.cordon(node, true);
    return { node_name: node };
  }
  const { name } = await kube.deployment(1, { namespace });
  if (kind !== 'restart_pod') return { namespace, deployment_name: name };
  const pods = await kube.pods(namespace);
  const pod = pods.find(({ metadata }) => metadata.name.startsWith(`${name}-`));
  if (pod === undefined) throw new Error(`Deployment ${name} has no pod`);
  return { namespace, pod: pod.metadata.name };
}
