import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processSettings, readSettings } from '@wheelhouse/kit';
import { type Client, createClient, isApiError } from '@wheelhouse/sdk';
import { fixAll } from '../../dev/demo/change.ts';
import { faultKinds } from '../../dev/demo/faults.ts';
import { setFleetSize } from '../../dev/engines/clusters/fleet.ts';
import {
  awaitHealth,
  type Cluster,
  clusterName,
  descriptions,
  findCluster,
  fleetSize,
  giveAccess,
  isWhole,
  register,
} from '../../dev/seed/cluster.ts';
import type { Proposer } from '../../dev/seed/propose.ts';
import { firstTenant, makeSeeder, type Seeder } from '../../dev/seed/tenant.ts';
import { agentAccount, monitorToken, newAgentToken } from '../../dev/seed/tokens.ts';
import { followCordons } from '../../dev/seed/uncordon-rule.ts';
import { openClusterApi, untilServing } from './api.ts';
import { certificate, seederFile, server } from './files.ts';
import { applyEverything } from './workloads.ts';

const baseUrl = 'http://wheelhouse:8080/api';
const wheelhouse = join(import.meta.dirname, '../wheelhouse.ts');
const agentHome = '/tmp/agent';
/** What the agent asks is answered in its own process: the modules of the installation listen to nobody outside theirs. */
const agentTargets = 'auth:http,platform:http,k8s-monitor:http,action-agent:worker';
const healthyWithinMs = 180_000;

type Say = (line: string) => void;

/** Fills the cluster, registers it once there is an owner, and stands in for the rule that proposes, until it is stopped. */
export async function hold(command: string, say: Say): Promise<number> {
  const stopped = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort());
  const { signal } = stopped;
  await untilServing();
  const api = openClusterApi();
  await setFleetSize(api, fleetSize, () => undefined);
  await applyEverything(api);
  await fixAll(api);
  const access = { server, ...(await monitorToken(api)) };
  const token = await newAgentToken(api);
  api.close();
  say(`A cluster of ${fleetSize} nodes is running. It is registered as soon as somebody has used the setup link.`);
  const { DATABASE_URL, RABBITMQ_URL } = processSettings;
  const settings = readSettings({ DATABASE_URL, RABBITMQ_URL }, process.env);
  const tenantId = await untilOwned(settings, signal);
  if (tenantId === undefined) return 0;
  const client = await seederClient(settings, tenantId);
  const cluster = await registered(client, access);
  const agent = startAgent(cluster.id, token);
  const health = await awaitHealth(client, cluster.id, isWhole, { limitMs: healthyWithinMs, signal });
  if (health !== undefined) {
    const { healthScore, readyNodes, totalNodes, issues_total } = health;
    say(
      `The cluster "${clusterName}" is registered: healthScore ${healthScore}, nodes ${readyNodes}/${totalNodes}, ${issues_total === 0 ? 'no issues' : `${issues_total} issues`}.`,
    );
    say(`Break something: ${command} break ${faultKinds[0]} (or ${faultKinds.slice(1).join(', ')})`);
  }
  const { RABBITMQ_URL: brokerUrl } = settings;
  const failed = (why: string) => say(`The rule that proposes to uncordon nodes does not follow the cluster: ${why}`);
  const following = followCordons({ client, tenantId, clusterId: cluster.id, brokerUrl, signal, failed });
  const ended = await Promise.race([following.then(() => undefined), agent.ended]);
  stopped.abort();
  agent.stop();
  await Promise.all([following, agent.ended]);
  if (ended === undefined) return 0;
  say(`The action agent of the demo ended (${ended}).`);
  return 1;
}

/** From another process of the container. */
export async function proposer(): Promise<Proposer> {
  const kept = keptSeeder();
  if (kept === undefined)
    throw new Error('the cluster is not registered yet. Next step: open the setup link, and wait until it is');
  const { RABBITMQ_URL } = processSettings;
  const { RABBITMQ_URL: brokerUrl } = readSettings({ RABBITMQ_URL }, process.env);
  return { client: createClient({ baseUrl, clientCredentials: kept }), brokerUrl };
}

async function untilOwned(environment: Readonly<Record<string, string>>, signal: AbortSignal) {
  for (; !signal.aborted; await wait(1_000, undefined, { signal }).catch(() => undefined)) {
    // PostgreSQL may be starting again.
    const id = await firstTenant(environment).catch(() => undefined);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The secret is kept beside the cluster; one that is no longer good is replaced. */
async function seederClient(environment: Readonly<Record<string, string>>, tenantId: string): Promise<Client> {
  const kept = keptSeeder();
  if (kept !== undefined) {
    const client = createClient({ baseUrl, clientCredentials: kept });
    const works = await findCluster(client, clusterName).then(
      () => true,
      (error: unknown) => {
        if (isApiError(error, 'invalid_client')) return false;
        throw error;
      },
    );
    if (works) return client;
  }
  const made = await makeSeeder(environment, tenantId, kept?.clientId);
  writeFileSync(seederFile, JSON.stringify(made), { mode: 0o600 });
  return createClient({ baseUrl, clientCredentials: made });
}

function keptSeeder(): Seeder | undefined {
  try {
    return JSON.parse(readFileSync(seederFile, 'utf8')) as Seeder;
  } catch {
    return undefined;
  }
}

type Access = Parameters<typeof giveAccess>[2];

async function registered(client: Client, access: Access): Promise<Cluster> {
  const found = await findCluster(client, clusterName);
  if (found === undefined) return register(client, { name: clusterName, description: descriptions.running, ...access });
  await giveAccess(client, found.id, access);
  return found;
}

/** Beside the cluster, with its own account and no other rights. */
function startAgent(clusterId: string, token: string) {
  mkdirSync(join(agentHome, '.kube'), { recursive: true, mode: 0o700 });
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': clusterName,
    clusters: [{ name: clusterName, cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: agentAccount, user: { token } }],
    contexts: [{ name: clusterName, context: { cluster: clusterName, user: agentAccount } }],
  };
  writeFileSync(join(agentHome, '.kube/config'), JSON.stringify(config), { mode: 0o600 });
  const child = spawn(process.execPath, [wheelhouse, 'serve', '--target', agentTargets], {
    env: { ...process.env, HOME: agentHome, CLUSTER_ID: clusterId },
    stdio: 'inherit',
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}
