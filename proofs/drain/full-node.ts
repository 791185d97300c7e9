import { eventually, type Kube } from '@wheelhouse/testkit';

/** A node on which only these run: so many pods of one Deployment that take a while to end. */
export interface FullNode {
  readonly name: string;
  /** How many of them are on it still. */
  readonly pods: () => Promise<number>;
}

const filledWithinMs = 120_000;

export async function fullNode(kube: Kube, pods: number, endAfter: string): Promise<FullNode> {
  const name = await kube.reservedNode();
  // Those that replace them are bound to the node too, so they wait, and disturb nobody.
  await kube.deployment(pods, { node: name, annotations: { 'wheelhouse.dev/end-after': endAfter } });
  const count = async () => {
    const path = `/api/v1/pods?fieldSelector=${encodeURIComponent(`spec.nodeName=${name}`)}`;
    return (await kube.client.get<{ readonly items: readonly unknown[] }>(path)).items.length;
  };
  await eventually(async () => {
    const there = await count();
    if (there !== pods) throw new Error(`node ${name} has ${there} of ${pods} pods`);
  }, filledWithinMs);
  return { name, pods: count };
}
