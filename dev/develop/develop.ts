import { fillCluster, registerCluster } from '../house/cluster.ts';
import { clusterGroups, engines, quickGroups } from '../house/engines.ts';
import { messageOf } from '../engines/runtime/health.ts';
import { type House, repository } from '../house/house.ts';
import { forgetRunning, stopRunning, whatRuns, writeRunning } from '../house/running.ts';
import { seed, seederClient } from '../house/seeding.ts';
import { migrate } from '../house/server.ts';
import { type Environment, freePortFrom, ownerSettings, serverSettings } from '../house/settings.ts';
import { makeStores } from '../house/stores.ts';
import { clusterName } from '../seed/cluster.ts';
import { ownerLink } from '../seed/tenant.ts';
import type { Voice } from './log-line.ts';
import { startPage } from './page.ts';
import { restartingServer } from './restarting.ts';
import { watchSources } from './watch.ts';

const usualPort = 5173;
/** Apart from the demo's, which may run beside it. */
const usualGatewayPort = 8180;

/** Everything, until the signal ends. */
export async function develop(
  house: House,
  folders: readonly string[],
  voice: Voice,
  signal: AbortSignal,
): Promise<number> {
  const { say } = voice;
  const running = await whatRuns(house);
  if (running?.what === 'command') {
    say(`npm run dev runs already, at ${running.url}`);
    return 1;
  }
  await stopRunning(house);
  await engines('up', quickGroups, say, signal);
  if (signal.aborted) return 0;
  await makeStores(house);
  const [port, pagePort] = [await freePortFrom(usualGatewayPort), await freePortFrom(usualPort)];
  // The browser sees one origin, the page's; its server hands on what begins with /api.
  const url = `http://127.0.0.1:${pagePort}`;
  const settings = await serverSettings(house, { port, externalUrl: url });
  const environment = { ...settings, ...(await ownerSettings(house)) };
  await migrate(environment);
  const tenantId = await seed(house, environment);
  const server = restartingServer(environment, voice, (pid) => writeRunning(house, url, pid));
  const page = startPage(pagePort, port, voice);
  const onChange = (paths: readonly string[]) => {
    say(`changed: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`);
    server.restart();
  };
  watchSources(repository, folders, onChange, signal);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  try {
    await Promise.race([server.ready, stopped]);
    if (signal.aborted) return 0;
    await greet(environment, tenantId, url, port, voice);
    await Promise.all([stopped, bringCluster(house, environment, tenantId, voice, signal)]);
    return 0;
  } finally {
    await Promise.all([page.stop(), server.stop()]);
    await forgetRunning(house);
  }
}

async function greet(
  environment: Environment,
  tenantId: string,
  url: string,
  port: number,
  { say }: Voice,
): Promise<void> {
  const link = await ownerLink(environment, tenantId);
  say(`dashboard ${url}, reloaded on change`);
  say(`API http://127.0.0.1:${port}/api, its reference ${url}/api/docs`);
  say(link === undefined ? `sign in at ${url}/login` : `set up at ${link.url}`);
}

/** What runs in the cluster already is left as it is: tests use the same one. */
async function bringCluster(
  house: House,
  environment: Environment,
  tenantId: string,
  { say }: Voice,
  signal: AbortSignal,
): Promise<void> {
  try {
    const client = await seederClient(house, environment, tenantId);
    const bringing = { house, client, say, signal };
    const cluster = await registerCluster(bringing);
    await engines('up', clusterGroups, say, signal);
    if (signal.aborted) return;
    await fillCluster(bringing, cluster, 'if empty');
    say(`the cluster "${clusterName}" is up`);
  } catch (error) {
    if (!signal.aborted) say(`the cluster did not come up; everything else works. ${messageOf(error)}`);
  }
}
