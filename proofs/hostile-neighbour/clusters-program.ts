import { setPriority } from 'node:os';
import { rawServer } from '../../packages/kubernetes/test/raw-server.ts';
import { type Harm, harms } from './harms.ts';

/**
 * Serves clusters that harm whoever watches them, and tells where. What it takes of this machine is not what is judged;
 * for the control, where nobody else is served, it takes what it needs.
 */

export interface HarmfulCluster {
  readonly harm: Harm;
  readonly server: string;
  readonly certificateAuthority: string;
}

setPriority(19);
process.on('message', () => setPriority(0));
const told: HarmfulCluster[] = [];
for (const harm of Object.keys(harms) as Harm[]) {
  const { access } = await rawServer(harms[harm]);
  told.push({ harm, server: access.server, certificateAuthority: access.certificateAuthority ?? '' });
}
process.send?.(told);
