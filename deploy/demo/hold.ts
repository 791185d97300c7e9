import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processSettings, readSettings } from '@wheelhouse/kit';
import { type Client, createClient, isApiError } from '@wheelhouse/sdk';
import { fixAll } from '../../dev/demo/change.ts';
import { faultKinds } from '../../dev/demo/fault.ts';
import { ensureApp, titleOf } from '../../dev/seed/app.ts';
import { deployKinds, onKwok } from '../../dev/seed/app-stage.ts';
import { setFleetSize } from '../../dev/engines/clusters/fleet.ts';
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
} from '../../dev/seed/cluster.ts';
import type { Proposer } from '../../dev/seed/propose.ts';
import { firstTenant, keepScopes, makeSeeder, type Seeder } from '../../dev/seed/tenant.ts';
import { accessBy, agentAccount, type ClusterAccess, newAgentToken, registeredTokens } from '../../dev/seed/tokens.ts';
import { openClusterApi, untilServing } from './api.ts';
import { certificate, seederFile, server } from './files.ts';
import { applyEverything } from './workloads.ts';

export const installation = 'http://wheelhouse:8080';
const baseUrl = `${installation}/api`;
export const wheelhouse = join(import.meta.dirname, '../wheelhouse.ts');
const agentHome = '/tmp/agent';
/** What the agent asks is answered in its own process: the modules of the installation listen to nobody outside theirs. */
const agentTargets = 'auth:http,platform:http,k8s-monitor:http,action-agent:worker';
const healthyWithinMs = 180_000;

type Say = (line: string) => void;

/** Fills the cluster, registers it once there is an owner, and runs the action agent for it, until it is stopped. */
export async function hold(command: string, say: Say): Promise<number> {
  const stopped = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort());
  const { signal } = stopped;
  await untilServing();
  const api = openClusterApi();
  await setFleetSize(api, fleetSize, () => undefined);
  await applyEverything(api);
  await fixAll(api);
  const access = accessBy(server, await registeredTokens(api));
  const token = await newAgentToken(api);
  api.close();
  say(`A cluster of ${fleetSize} nodes is running. It is registered as soon as somebody has used the setup link.`);
  const { DATABASE_URL } = processSettings;
  const settings = readSettings({ DATABASE_URL }, process.env);
  const tenantId = await untilOwned(settings, say, signal);
  if (tenantId === undefined) return 0;
  const client = await seederClient(settings, tenantId);
  const cluster = await registered(client, access);
  const agent = startAgent(cluster.id, token);
  const health = await awaitHealth(client, cluster.id, isWhole, { limitMs: healthyWithinMs, signal });
  if (!signal.aborted) {
    say(health === undefined ? await unseenText(client, cluster.id) : healthText(health));
    say(`Break something: ${command} break ${faultKinds[0]} (or ${faultKinds.slice(1).join(', ')})`);
  }
  const bringing = bringApp(client, cluster.id, command, say, signal);
  const asked = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  const ended = signal.aborted ? undefined : await Promise.race([asked, agent.ended]);
  stopped.abort();
  agent.stop();
  await Promise.all([bringing, agent.ended]);
  if (ended === undefined) return 0;
  say(`The action agent of the demo ended (${ended}).`);
  return 1;
}

/** From another process of the container. */
export function runningSeeder(): { readonly seeder: Seeder; readonly client: Client } {
  const seeder = keptSeeder();
  if (seeder === undefined)
    throw new Error('the cluster is not registered yet. Next step: open the setup link, and wait until it is');
  return { seeder, client: createClient({ baseUrl, clientCredentials: seeder }) };
}

export function proposer(): Proposer {
  const { RABBITMQ_URL } = processSettings;
  const { RABBITMQ_URL: brokerUrl } = readSettings({ RABBITMQ_URL }, process.env);
  return { client: runningSeeder().client, brokerUrl };
}

/** PostgreSQL may be starting again: what is wrong is said once for each reason, and it is tried again. */
async function untilOwned(environment: Readonly<Record<string, string>>, say: Say, signal: AbortSignal) {
  const told = new Set<string>();
  for (; !signal.aborted; await wait(1_000, undefined, { signal }).catch(() => undefined)) {
    try {
      const id = await firstTenant(environment);
      if (id !== undefined) return id;
    } catch (error) {
      const why = wordsOf(error);
      if (!told.has(why)) say(`Whether somebody has used the setup link cannot be read; trying again: ${why}`);
      told.add(why);
    }
  }
  return undefined;
}

function healthText({ healthScore, readyNodes, totalNodes, issues_total }: Health): string {
  const issues = issues_total === 0 ? 'no issues' : `${issues_total} issues`;
  return `The cluster "${clusterName}" is registered: healthScore ${healthScore}, nodes ${readyNodes}/${totalNodes}, ${issues}.`;
}

async function unseenText(client: Client, id: string): Promise<string> {
  const { phase, message } = await clusterById(client, id);
  return `The cluster "${clusterName}" is registered, but nothing was seen of it within ${healthyWithinMs / 1000} s: it is ${phase}. ${message}`;
}

/** KWOK plays every node here, so the app is a worker. */
async function bringApp(client: Client, clusterId: string, command: string, say: Say, signal: AbortSignal) {
  try {
    const app = await ensureApp(client, { clusterId, stage: onKwok, signal });
    say(`The app ${titleOf(app)} is ${app.phase}, as a worker: KWOK simulates its pods, so nothing really runs.`);
    say(
      `Deploy a version that fails: ${command} deploy crash (or ${deployKinds.filter((kind) => kind !== 'crash').join(', ')})`,
    );
  } catch (error) {
    if (!signal.aborted) say(`The app did not come up; everything else works. ${wordsOf(error)}`);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
    if (works) {
      await keepScopes(environment, tenantId, kept.clientId);
      return client;
    }
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

async function registered(client: Client, access: ClusterAccess): Promise<Cluster> {
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
