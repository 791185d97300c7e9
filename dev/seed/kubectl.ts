import { join } from 'node:path';
import { adminKubeconfig, type Cluster, kube } from '../engines/clusters/cluster.ts';
import type { Home } from '../engines/runtime/home.ts';
import { kubectlOf } from '../engines/runtime/own-programs.ts';
import { run } from '../engines/runtime/shell.ts';

/** The engines' own kubectl, as a cluster's administrator; the developer's kubeconfig is never read. */
export async function kubectl(
  home: Home,
  args: readonly string[],
  input?: string,
  cluster: Cluster = kube,
): Promise<string> {
  const program = await kubectlOf(home);
  const own = ['--kubeconfig', adminKubeconfig(home, cluster), '--cache-dir', join(home.dir, 'kubectl-cache')];
  return run(program, [...own, ...args], input === undefined ? {} : { input });
}

/** Makes the objects, or brings those there are to this form. */
export async function applyObjects(home: Home, objects: readonly object[]): Promise<void> {
  await kubectl(home, ['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
}
