import type { Client } from '@wheelhouse/sdk';
import { kubeApiserver } from '../engines/catalogue/kube-apiserver.ts';
import { withApi } from '../engines/clusters/engine-api.ts';
import { kube } from '../engines/clusters/cluster.ts';
import { listNodes, setFleetSize } from '../engines/clusters/fleet.ts';
import { ensureClusterAuthority } from '../engines/clusters/identities.ts';
import { healthOf as healthOfEngine } from '../engines/runtime/health.ts';
import { ensureHostPackages } from '../engines/runtime/host.ts';
import { ConsoleProgress } from '../engines/runtime/progress.ts';
import { withLock } from '../engines/runtime/lock.ts';
import { commandLock } from '../engines/runtime/slots.ts';
import {
  awaitHealth,
  type Cluster,
  clusterById,
  clusterName,
  descriptions,
  findCluster,
  fleetSize,
  giveAccess,
  type Health,
  isWhole,
  register,
} from '../seed/cluster.ts';
import { agentHome } from '../seed/agent-home.ts';
import { applyObjects } from '../seed/kubectl.ts';
import { accessBeforeItRuns, clusterAccess } from '../seed/cluster-access.ts';
import type { ClusterAccess } from '../seed/tokens.ts';
import { namespaces, workloads } from '../seed/workloads.ts';
import { fingerprint, type House, keep, kept } from './house.ts';

const healthyWithinMs = 120_000;

interface Bringing {
  readonly house: House;
  readonly client: Client;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** In the product before it runs, if it must be: the authority is made first, the programs after. */
export async function registerCluster(bringing: Bringing): Promise<Cluster> {
  const { house, client } = bringing;
  const found = await findCluster(client, clusterName);
  if (found !== undefined) return found;
  if (!(await answers(house))) {
    await makeAuthority(bringing);
    const kubeconfig = await accessBeforeItRuns(house.home);
    return register(client, { name: clusterName, description: descriptions.waiting, kubeconfig });
  }
  const access = await clusterAccess(house.home);
  const cluster = await register(client, { name: clusterName, description: descriptions.running, ...access });
  await keep(house, { clusterCredentials: fingerprintOf(cluster, access) });
  return cluster;
}

async function makeAuthority({ house: { home }, say }: Bringing): Promise<void> {
  const waiting = () => say('another engines command is at work in this clone; waiting for it');
  await withLock(commandLock(home), waiting, async () => {
    const progress = new ConsoleProgress((line) => say(line.trim()));
    await ensureHostPackages(['openssl'], progress).finally(() => progress.end());
    await ensureClusterAuthority(home, kube);
  });
}

/** A cluster that runs gets its fleet, its workloads, and the accounts of monitor, platform and agent. */
export async function fillCluster(bringing: Bringing, cluster: Cluster, seeds: 'always' | 'if empty'): Promise<void> {
  const { house, client, say } = bringing;
  if (seeds === 'always' || (await isEmpty(house))) {
    await withApi(house.home, kube, (api) => setFleetSize(api, fleetSize, (text) => say(`nodes: ${text}`)));
    await applyObjects(house.home, workloads());
    say(`workloads: two dozen, in the namespaces ${namespaces.join(', ')}`);
  }
  await agentHome('kube', house.home);
  const access = await clusterAccess(house.home);
  const print = fingerprintOf(cluster, access);
  if ((await kept(house)).clusterCredentials === print) return;
  await giveAccess(client, cluster.id, access);
  await keep(house, { clusterCredentials: print });
}

function fingerprintOf(
  { id }: Cluster,
  { server, certificate_authority, token, deploy_access }: ClusterAccess,
): string {
  return fingerprint(id, server, certificate_authority, token, deploy_access.token);
}

/** Until it is as healthy as it was made; when it is not, that is told as it is. */
export function healthOf({ client, signal }: Bringing, { id }: Cluster): Promise<Health | undefined> {
  return awaitHealth(client, id, isWhole, { limitMs: healthyWithinMs, signal });
}

export async function whyNotReady({ client }: Bringing, { id }: Cluster): Promise<string> {
  const { phase, message } = await clusterById(client, id);
  return `the cluster is ${phase}: ${message}`;
}

async function answers({ home }: House): Promise<boolean> {
  return (await healthOfEngine(home, kubeApiserver)).state === 'healthy';
}

async function isEmpty({ home }: House): Promise<boolean> {
  return (await withApi(home, kube, (api) => listNodes(api, 'wheelhouse.dev/fleet=kwok'))).length === 0;
}
