import { setTimeout as wait } from 'node:timers/promises';
import { accessFromKubeconfig, openCluster } from '@wheelhouse/kubernetes';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { median } from '../runner/figures.ts';
import { type TimedContext, type TimedProof, type TimedVerdict, verdictOf } from '../runner/proof.ts';
import { watchNaively } from '../watch-survives/naive-watch.ts';
import { clusterView, untruths } from './apps-scale/app-views.ts';
import { AppWriter, type Made } from './apps-scale/app-writer.ts';
import { openOwnCluster } from './apps-scale/own-cluster.ts';
import { type PlatformProcess, startPlatform } from './apps-scale/platform-process.ts';
import { residentOf } from './monitor-scale/resident.ts';

const size = {
  apps: 1_000,
  cloudspaces: 4,
  nodes: 40,
  starts: 3,
  restMs: 20_000,
  sampleMs: 500,
  changes: 600,
  awayMs: 15_000,
};
const limits = { liveMs: 1_200_000, levelMs: 180_000 };
const atOnce = 8;

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const cluster = await openOwnCluster(size.nodes, say);
    closing.push(cluster.close);
    const platform = await startPlatform({ DEPLOYS_AT_ONCE: '200' });
    closing.push(platform.stop);
    const spaces = await cloudspaces(platform, cluster.kubeconfig);
    const empty = await rested(platform, async () => undefined);
    say(`no app: ${shownMemory(empty)}`);

    const began = performance.now();
    const apps = await deployed(platform, spaces);
    const seconds = (performance.now() - began) / 1_000;
    say(`${apps.length} apps are Live after ${seconds.toFixed(0)} s`);
    const level = () => levelAfter(platform, apps, async () => clusterView(cluster.api));
    const full = await rested(platform, async () => void (await level()));
    const perApp = (of: keyof Memory) => (middle(full, of) - middle(empty, of)) / apps.length;
    say(`${apps.length} apps: ${shownMemory(full)}`);

    const client = openCluster(accessFromKubeconfig(cluster.kubeconfig), { userAgent: 'wheelhouse-proof' });
    const naive = new Map<string, string>();
    const over = new AbortController();
    const deployments = '/apis/apps/v1/deployments';
    const watching = watchNaively(client, deployments, naive, over.signal);
    closing.push(async () => {
      over.abort();
      await watching;
      await client.close();
    });
    while (naive.size < apps.length) await wait(100);

    const writer = new AppWriter(cluster.api, apps);
    // Restarted under a writer who goes on as soon as somebody answers.
    const writing = writer.write(size.changes);
    while (writer.confirmed < size.changes / 3) await wait(5);
    await cluster.killServer();
    await cluster.startServer();
    await writing;
    const first = await level();
    const restarted = writer.confirmed;
    say(`restarted under ${restarted} changes: ${shown(first)}`);

    // Restarted, and everything else happens before platform comes through again.
    await cluster.shut();
    const cutAt = performance.now();
    await cluster.killServer();
    await cluster.startServer();
    await writer.write(size.changes);
    await wait(Math.max(0, size.awayMs - (performance.now() - cutAt)));
    const { stale } = await platform.must(200, 'GET', `/api/v1/apps/${apps[0]?.id}/deploy-status`);
    const unseen = await untruths(platform, apps, await clusterView(cluster.api));
    await cluster.reopen();
    const second = await level();
    say(`${writer.confirmed - restarted} changes while away: told wrong of ${unseen.length} then; ${shown(second)}`);

    const { versions } = await clusterView(cluster.api);
    const ours = new Set(apps.map(({ namespace, name }) => `${namespace}/${name}`));
    const naiveMissed = [...ours].filter((key) => naive.get(key) !== versions.get(key)).length;
    const missed = first.missed.length + second.missed.length;
    const doubtful = apps.filter(({ isDoubtful }) => isDoubtful).length;
    return verdictOf(
      {
        'no change is missed': missed === 0,
        'what cannot be seen is told as stale': stale === true && unseen.length > 0,
        'nearly all apps can be judged': doubtful <= apps.length / 100,
        'the control misses changes': naiveMissed > 0,
      },
      [
        `${apps.length} apps, the API server restarted twice in ${writer.confirmed} changes: missed ${missed}, by a watch that begins from now ${naiveMissed}`,
        `level ${shownSeconds(first.ms)} and ${shownSeconds(second.ms)} after the last change or the return, the cluster itself at rest after ${shownSeconds(first.restMs)} and ${shownSeconds(second.restMs)}`,
        `${perApp('heapKib').toFixed(1)} KiB of heap an app, resident ${perApp('residentKib').toFixed(1)} (${mib(middle(full, 'residentKib'))} against ${mib(middle(empty, 'residentKib'))} without apps; medians of ${size.starts} starts)`,
        `all Live ${seconds.toFixed(0)} s after the first was asked for${missed === 0 ? '' : `; ${[...first.missed, ...second.missed].slice(0, 3).join('; ')}`}`,
      ].join('; '),
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

interface Space {
  readonly id: string;
  readonly namespace: string;
}

async function cloudspaces(platform: PlatformProcess, kubeconfig: string): Promise<readonly Space[]> {
  const { id } = await platform.must(201, 'POST', '/api/v1/clusters', { name: 'apps', kubeconfig });
  await until(60_000, async () => (await platform.must(200, 'GET', `/api/v1/clusters/${id}`)).deployable);
  const made: Space[] = [];
  for (let index = 0; index < size.cloudspaces; index += 1) {
    const body = { name: `apps-${index}`, cluster_id: id };
    const space = await platform.must(201, 'POST', '/api/v1/cloudspaces', body);
    made.push({ id: space.id, namespace: space.namespace });
  }
  for (const space of made)
    await until(
      60_000,
      async () => (await platform.must(200, 'GET', `/api/v1/cloudspaces/${space.id}`)).phase === 'Ready',
    );
  return made;
}

/** All of them Live: workers, since nothing on these nodes takes a request. */
async function deployed(platform: PlatformProcess, spaces: readonly Space[]): Promise<readonly Made[]> {
  const made: Made[] = [];
  const wanted = Array.from({ length: size.apps }, (_, index) => ({ index, space: spaces[index % spaces.length] }));
  await inParallel(wanted, atOnce, async ({ index, space }) => {
    if (space === undefined) return;
    const name = `app-${String(index).padStart(4, '0')}`;
    const source = { type: 'image', image: 'registry.example.test/shop/web:1' };
    const { id } = await platform.must(201, 'POST', '/api/v1/apps', { name, cloudspace_id: space.id, source });
    const { namespace } = space;
    made.push({ id, namespace, name, replicas: 1, isEdited: false, isDeleted: false, isDoubtful: false });
  });
  await until(limits.liveMs, async () => {
    const { total } = await platform.must(200, 'GET', '/api/v1/apps?phase=Live&limit=1');
    return total === size.apps;
  });
  return made;
}

interface Memory {
  readonly residentKib: number;
  readonly heapKib: number;
}

/** Of a fresh process that has come to rest: what it keeps resident, and then what it holds; once for each start. */
async function rested(platform: PlatformProcess, isReady: () => Promise<void>): Promise<readonly Memory[]> {
  const seen: Memory[] = [];
  for (let start = 0; start < size.starts; start += 1) {
    await platform.startAnew();
    await isReady();
    await wait(size.restMs);
    const [resident] = await residentOf([platform.pid()], size.sampleMs);
    seen.push({ residentKib: resident?.nowKib ?? 0, heapKib: await platform.heapKib() });
  }
  return seen;
}

const middle = (seen: readonly Memory[], of: keyof Memory) => median(seen.map((one) => one[of]));

interface Level {
  readonly missed: readonly string[];
  readonly ms: number;
  /** When the cluster itself was last seen to change: its controllers take their time too. */
  readonly restMs: number;
}

/** Until everything told is so; what is not by then was missed. */
async function levelAfter(
  platform: PlatformProcess,
  apps: readonly Made[],
  view: () => ReturnType<typeof clusterView>,
): Promise<Level> {
  const began = performance.now();
  let last = '';
  let restMs = 0;
  for (;;) {
    const cluster = await view();
    const now = JSON.stringify([[...cluster.versions], [...cluster.pods]]);
    if (now !== last) restMs = performance.now() - began;
    last = now;
    const missed = await untruths(platform, apps, cluster);
    const ms = performance.now() - began;
    if (missed.length === 0 || ms > limits.levelMs) return { missed, ms, restMs };
    await wait(250);
  }
}

async function until(limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it was not so within ${limitMs / 1_000} s`);
    await wait(500);
  }
}

const mib = (kib: number) => `${Math.round(kib / 1_024)} MiB`;
const shownMemory = (seen: readonly Memory[]) =>
  `resident ${seen.map(({ residentKib }) => mib(residentKib)).join(', ')}; heap ${seen.map(({ heapKib }) => `${(heapKib / 1_024).toFixed(1)} MiB`).join(', ')}`;
const shownSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const shown = ({ missed, ms, restMs }: Level) =>
  `missed ${missed.length}, level after ${shownSeconds(ms)}, the cluster at rest after ${shownSeconds(restMs)}`;

export const proof: TimedProof = {
  promise:
    'A thousand apps of one cluster are followed by one small process, and a restart of the API server hides nothing that happened to them.',
  method:
    'a cluster of its own with KWOK nodes, to which platform deploys 1,000 apps; what a fresh process at rest keeps resident, and what it holds of its heap after a collection, with no app and with all of them; then the API server is killed and started under somebody who scales, edits and deletes Deployments and deletes pods past Wheelhouse, and again while platform cannot come through until all of that has happened; afterwards what the API tells of each app (count, ready, names of pods, changed by others, missing) is compared with what was confirmed to the writer and with a fresh LIST; the control is a watch that begins from now whenever it ends',
  bar: 'changes missed 0; while away told as stale; the control misses changes; memory per app is printed',
  run,
};
