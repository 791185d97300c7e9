import { once } from 'node:events';
import { accessFromKubeconfig, openCluster, resources } from '@wheelhouse/kubernetes';
import { nodeCpu } from '../../runner/cpu.ts';

/** A process that lists everything the monitor watches, once, page by page, and keeps nothing. */

export interface BareList {
  readonly objects: number;
  readonly cpuMs: number;
}

const watched = [
  resources.nodes,
  resources.pods,
  resources.deployments,
  resources.statefulSets,
  resources.daemonSets,
  resources.jobs,
  resources.budgets,
  resources.autoscalers,
  resources.events,
];

const [kubeconfig] = (await once(process, 'message')) as [string];
const before = nodeCpu();
const client = openCluster(accessFromKubeconfig(kubeconfig), { userAgent: 'wheelhouse-proof' });
let objects = 0;
for (const path of watched) for await (const page of client.list(path)) objects += page.items.length;
const report: BareList = { objects, cpuMs: nodeCpu() - before };
await client.close();
process.send?.(report, () => process.disconnect());
