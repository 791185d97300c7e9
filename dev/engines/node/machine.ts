import { readFile } from 'node:fs/promises';
import { cgroupMounts } from '../runtime/cgroups.ts';
import { runningPid } from '../runtime/daemon.ts';
import type { Home } from '../runtime/home.ts';
import { tryRun } from '../runtime/shell.ts';

/** The real node as a machine: its names and addresses, all counted from the clone's slot. */

export const nodeName = 'real-node';
/** Only what tolerates this lands on the real node. */
export const nodeTaint = 'wheelhouse.dev/real-node';
export const namespaceDaemon = 'node-namespace';

export interface NodeAddresses {
  readonly hostInterface: string;
  readonly hostAddress: string;
  readonly nodeAddress: string;
  readonly podRange: string;
  readonly podGateway: string;
  readonly cgroup: string;
}

export function addressesOf(home: Home): NodeAddresses {
  const link = `10.77.${home.slot >> 6}`;
  const first = (home.slot & 63) * 4;
  return {
    hostInterface: `wh-node-${home.slot}`,
    hostAddress: `${link}.${first + 1}`,
    nodeAddress: `${link}.${first + 2}`,
    podRange: `10.78.${home.slot}.0/24`,
    podGateway: `10.78.${home.slot}.1`,
    cgroup: `wheelhouse-node-${home.slot}`,
  };
}

/** A command inside the node: its own mounts and its own network. Every step is an exec. */
export async function insideNode(home: Home, argv: readonly string[]): Promise<readonly string[]> {
  const holder = await runningPid(home, namespaceDaemon);
  if (holder === undefined) throw new Error('the real node has no namespace: node-network is not running');
  return ['nsenter', '--target', String(holder.pid), '--mount', '--net', '--', ...argv];
}

const neededHierarchies = ['cpu', 'cpuacct', 'cpuset', 'memory', 'pids'];

/** Why this machine cannot run a kubelet, or undefined if it can. */
export async function whyImpossible(): Promise<string | undefined> {
  if (!(await readFile('/proc/filesystems', 'utf8')).includes('overlay'))
    return 'the kernel has no overlay file system';
  const mounted = cgroupMounts(await readFile('/proc/mounts', 'utf8'));
  const missing = neededHierarchies.filter((name) => !mounted.some((mount) => mount.controllers.includes(name)));
  if (missing.length > 0) {
    return `the cgroup v1 hierarchies ${missing.join(', ')} are not mounted here; cgroup v2 alone has not been tried`;
  }
  const allowed = await tryRun('unshare', ['--mount', '--net', 'true']);
  if (allowed.code !== 0) return `unshare --mount --net: ${allowed.stderr.trim()}`;
  return undefined;
}
