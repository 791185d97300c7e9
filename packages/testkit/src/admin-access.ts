import { readFileSync } from 'node:fs';
import { accessFromKubeconfig, type ClusterAccess } from '@wheelhouse/kubernetes';
import { engineSetting } from './engines.ts';

export type KubeSetting = 'KUBECONFIG' | 'KUBE2_KUBECONFIG';

/** A real cluster of this clone, as its administrator sees it. */
export function adminKubeconfig(setting: KubeSetting = 'KUBECONFIG'): string {
  return readFileSync(engineSetting(setting), 'utf8');
}

export function adminAccess(setting?: KubeSetting): ClusterAccess {
  return accessFromKubeconfig(adminKubeconfig(setting));
}
