import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClusterAccess } from './access.ts';
import { accessInCluster } from './in-cluster.ts';
import { accessFromFile } from './local-file.ts';

/** The cluster we run in, else the one of `~/.kube/config`. KUBECONFIG is not asked: the specification knows only these two. */
export async function defaultAccess(home: string = homedir()): Promise<ClusterAccess> {
  const inCluster = await accessInCluster();
  if (inCluster !== undefined) return inCluster;
  const path = join(home, '.kube', 'config');
  if (!existsSync(path))
    throw new Error(
      `No cluster credentials found: this is not a pod with a service account, and ${path} does not exist. Next step: create that file, or run in the cluster`,
    );
  return accessFromFile(path);
}
