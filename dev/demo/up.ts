import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { kube } from '../engines/clusters/cluster.ts';
import { withApi } from '../engines/clusters/engine-api.ts';
import { messageOf } from '../engines/runtime/health.ts';
import { fillCluster, healthOf, registerCluster, whyNotReady } from '../house/cluster.ts';
import { ensureDashboard } from '../house/dashboard.ts';
import { engines, quickGroups } from '../house/engines.ts';
import type { House } from '../house/house.ts';
import { forgetRunning, stopRunning, whatRuns, writeRunning } from '../house/running.ts';
import { seed, seederClient } from '../house/seeding.ts';
import { migrate, type Server, startServer, untilReady } from '../house/server.ts';
import { type Environment, freePortFrom, ownerSettings, serverSettings } from '../house/settings.ts';
import { makeStores } from '../house/stores.ts';
import { clusterName, fleetSize } from '../seed/cluster.ts';
import { hasOwner, ownerLink } from '../seed/tenant.ts';
import { bringApp } from './app.ts';
import { fixAll } from './change.ts';
import { logEnd } from './log-end.ts';
import { bringNodes } from './real-node.ts';
import type { Voice } from './voice.ts';
import { arrival, farewell } from './words.ts';

const usualPort = 8080;

/** Brings everything up and holds it until the signal ends; resolves with the exit code. */
export async function up(house: House, voice: Voice, signal: AbortSignal): Promise<number> {
  const { say, tell } = voice;
  const running = await whatRuns(house);
  if (running?.what === 'command') {
    say(`The demo runs already, at ${running.url}. Stop it with Ctrl-C in its terminal, or: npm run demo -- down`);
    return 1;
  }
  await stopRunning(house);
  say(`Starting ${quickGroups.join(', ')}: seconds, or some minutes the first time.`);
  await Promise.all([engines('up', quickGroups, say, signal), ensureDashboard(house, say)]);
  if (signal.aborted) return 0;
  await makeStores(house);
  tell({ at: 'engines_ready' });
  const port = await freePortFrom(usualPort);
  if (port !== usualPort) say(`Port ${usualPort} is taken by something else; this demo is on ${port}.`);
  const url = `http://127.0.0.1:${port}`;
  const environment = await serverSettings(house, { port, externalUrl: url });
  await migrate({ ...environment, ...(await ownerSettings(house)) });
  const tenantId = await seed(house, environment);
  const server = await serve(house, environment, url);
  try {
    return await hold({ house, voice, signal, environment, url, tenantId, server });
  } finally {
    await server.stop();
    await forgetRunning(house);
    tell({ at: 'stopped' });
  }
}

async function serve(house: House, environment: Environment, url: string): Promise<Server> {
  const path = join(house.dir, 'server.log');
  const log = await open(path, 'w', 0o600);
  const server = startServer(environment, log.fd);
  await log.close();
  try {
    await writeRunning(house, url, server.child.pid ?? 0);
    await untilReady(server, environment);
    return server;
  } catch (error) {
    await server.stop();
    throw new Error(`${messageOf(error)}\n${await logEnd(path)}`, { cause: error });
  }
}

interface Held {
  readonly house: House;
  readonly voice: Voice;
  readonly signal: AbortSignal;
  readonly environment: Environment;
  readonly url: string;
  readonly tenantId: string;
  readonly server: Server;
}

async function hold(held: Held): Promise<number> {
  const { house, voice, signal, environment, url, tenantId, server } = held;
  const link = await ownerLink(environment, tenantId);
  voice.tell({ at: 'dashboard_ready', url, api_reference: `${url}/api/docs` });
  if (link === undefined) voice.tell({ at: 'already_set_up', login: `${url}/login` });
  else voice.tell({ at: 'setup_link', url: link.url, expires_at: link.expiresAt.toISOString() });
  voice.say(arrival(url, link));
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  const work = new AbortController();
  const either = AbortSignal.any([signal, work.signal]);
  const cluster = bringCluster(held, either).then(async (wasBrought) => {
    if (!wasBrought || signal.aborted) return;
    voice.say(farewell(url, (await hasOwner(environment, tenantId)) ? undefined : link));
  });
  const end = signal.aborted ? undefined : await Promise.race([stopped, server.ended]);
  work.abort();
  if (end === undefined) voice.say('\nStopping the server. The engines stay up, unless --down was asked for.');
  await cluster;
  if (end === undefined) return 0;
  voice.say(`The server ended by itself (${end}). Its log: ${join(house.dir, 'server.log')}`);
  voice.say(await logEnd(join(house.dir, 'server.log')));
  return 1;
}

/** In the background of a demo that can be used already; false when it was stopped. */
async function bringCluster({ house, voice, environment, url, tenantId }: Held, signal: AbortSignal): Promise<boolean> {
  const { say, tell } = voice;
  try {
    const client = await seederClient(house, environment, tenantId);
    const bringing = { house, client, say, signal };
    const cluster = await registerCluster(bringing);
    tell({ at: 'cluster_registered', cluster_id: cluster.id, phase: cluster.phase, reason: cluster.reason });
    say(`The cluster "${clusterName}" is registered; now its Kubernetes: seconds, or 8 to 12 minutes the first time.`);
    const whyPlayed = await bringNodes(house, say, signal);
    if (signal.aborted) return false;
    await fillCluster(bringing, cluster, 'always');
    if (signal.aborted) return false;
    await withApi(house.home, kube, fixAll);
    const began = performance.now();
    const health = await healthOf(bringing, cluster);
    if (signal.aborted) return false;
    if (health === undefined) throw new Error(await whyNotReady(bringing, cluster));
    const { healthScore, readyNodes, totalNodes } = health;
    const issues = health.issues.map(({ reason, object }) => `${reason} ${object.kind} ${object.name}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    tell({ at: 'cluster_ready', cluster_id: cluster.id, healthScore, readyNodes, totalNodes, issues, seconds });
    const found = issues.length === 0 ? 'no issues' : `issues: ${issues.join('; ')}`;
    const isWorse = totalNodes < fleetSize || issues.length > 0;
    say(
      `\nThe cluster "${clusterName}" is ready: healthScore ${healthScore}, nodes ${readyNodes}/${totalNodes}, ${found}.${isWorse ? ' All whole again: npm run demo -- fix' : ''}`,
    );
    await bringApp({ house, client, clusterId: cluster.id, url, voice, signal, whyPlayed }).catch((error: unknown) => {
      if (signal.aborted) return;
      tell({ at: 'app_failed', reason: messageOf(error) });
      say(`The app did not come up; everything else works. ${messageOf(error)}`);
    });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    tell({ at: 'cluster_failed', reason: messageOf(error) });
    say(
      `\nThe cluster did not come up; everything else works. ${messageOf(error)}\nTry again: Ctrl-C, then npm run demo`,
    );
    return true;
  }
}
