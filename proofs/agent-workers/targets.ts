import type { Kube } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';

/** Things to act on that nobody else touches. */
export interface Targets {
  readonly namespace: string;
  readonly deployments: readonly string[];
  readonly nodes: readonly string[];
}

const sideBySide = 10;
/** Should KWOK leave a pod behind, its rollout is given up in a minute, and not in ten. */
const progressDeadlineSeconds = 30;

export async function makeTargets(
  kube: Kube,
  counts: { readonly deployments: number; readonly nodes: number },
): Promise<Targets> {
  const { namespace } = await kube.deployment(0);
  const deployments: string[] = [];
  const nodes: string[] = [];
  const makings = [
    ...Array.from({ length: counts.deployments }, () => async () => {
      deployments.push((await kube.deployment(1, { namespace, spec: { progressDeadlineSeconds } })).name);
    }),
    ...Array.from({ length: counts.nodes }, () => async () => {
      nodes.push(await kube.node());
    }),
  ];
  await inParallel(makings, sideBySide, (make) => make());
  return { namespace, deployments, nodes };
}
