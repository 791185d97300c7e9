import { setPriority } from 'node:os';
import { json, rawServer } from '../../packages/kubernetes/test/raw-server.ts';
import { type Harm, harms } from './harms.ts';

/**
 * Serves clusters that harm whoever watches them, and tells where. What it takes of this machine is not what is judged;
 * for the control, which is about what is kept, only the one that has ever more objects goes on, and takes what it needs.
 */

export interface HarmfulCluster {
  readonly harm: Harm;
  readonly server: string;
  readonly certificateAuthority: string;
}

setPriority(19);
let isControl = false;
process.on('message', () => {
  setPriority(0);
  isControl = true;
});
const told: HarmfulCluster[] = [];
for (const harm of Object.keys(harms) as Harm[]) {
  const { access } = await rawServer((answer, request) => {
    const isAway = isControl && harm !== 'endless pages';
    (isAway ? json(503, {}) : harms[harm])(answer, request);
  });
  told.push({ harm, server: access.server, certificateAuthority: access.certificateAuthority ?? '' });
}
process.send?.(told);
