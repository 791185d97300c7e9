import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { platformModule } from '@wheelhouse/platform';
import { caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { type Api, apiOf, apply, mustHave } from '../../dev/engines/clusters/api.ts';
import { adminKubeconfig, kube } from '../../dev/engines/clusters/cluster.ts';
import { setFleetSize } from '../../dev/engines/clusters/fleet.ts';
import { reset } from '../../dev/engines/commands/down.ts';
import { up } from '../../dev/engines/commands/up.ts';
import { groups } from '../../dev/engines/runtime/engine.ts';
import { type Home, openHome } from '../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { type Agent, agentVoice } from '../../services/k8s-monitor/test/actions.ts';
import { CannotTell } from '../runner/proof.ts';
import { type Health, HealthReader, objectText } from './health-reader.ts';
import { type LiveFault, liveFaults, meteredFaults, place } from './live-faults.ts';
import { seeAction } from './live-action.ts';
import { calm, collections, namespace, nodeCount } from './live-objects.ts';

export interface LiveResult {
  readonly claims: Readonly<Record<string, boolean>>;
  readonly figure: string;
}

/** Short enough that faults show within seconds; what a rolling update may do does not hang on them. */
const shortGraces = {
  HEALTH_UNSCHEDULABLE_AFTER_SECONDS: '1',
  HEALTH_REPLICA_SHORTFALL_AFTER_SECONDS: '2',
  HEALTH_BUDGET_WITHOUT_HEADROOM_AFTER_SECONDS: '2',
  HEALTH_AUTOSCALER_AT_MAXIMUM_AFTER_SECONDS: '2',
  HEALTH_USAGE_NEAR_LIMIT_AFTER_SECONDS: '1',
  METRICS_EVERY_SECONDS: '5',
};

const patience = 60_000;

export interface Ground {
  readonly home: Home;
  readonly house: TestProcess;
  /** In place of the action agent, for its events. */
  readonly agent: Agent;
  readonly close: () => Promise<void>;
}

/** A control plane of its own, and the modules of this process. */
export async function openGround(): Promise<Ground> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-health-')));
  const agent = agentVoice();
  const progress = new ConsoleProgress(() => undefined);
  const [engines, house] = await Promise.allSettled([
    up(home, ['kube', 'kwok', 'metrics-server'], progress),
    startTestProcess([platformModule, k8sMonitorModule, agent.module], {
      environment: { CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', ...shortGraces },
    }),
  ]);
  const close = async () => {
    if (house.status === 'fulfilled') await house.value.stop();
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  };
  const results = engines.status === 'fulfilled' ? engines.value : [];
  const failed = results.find((result) => result.outcome !== 'started');
  if (house.status === 'fulfilled' && results.length > 0 && failed === undefined)
    return { home, house: house.value, agent, close };
  await close();
  if (house.status === 'rejected') throw house.reason;
  throw new CannotTell(
    `${failed?.engine.name ?? 'the engines'} did not come up: ${failed?.reason ?? 'no reason given'}`,
  );
}

/** Each fault once, beside what must never be spoken of. */
export async function judgeLive(
  { home, house, agent }: Ground,
  quick: boolean,
  say: (text: string) => void,
): Promise<LiveResult> {
  const faults = quick ? liveFaults : [...liveFaults, ...meteredFaults];
  const api = await apiOf(home, kube);
  try {
    say('control plane and modules are up');
    await setFleetSize(home, kube, nodeCount, () => undefined);
    await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    await Promise.all(calm.map((object) => place(api, object)));
    const [reader] = await Promise.all([register(home, house), untilCalm(api)]);
    say('the cluster is registered, and calm');
    const well = await until(reader, (health) => health.totalNodes === nodeCount && isWell(health));
    reader.isStrict = true;
    say(`healthy cluster: ${well.healthScore}, ${well.issues.length} issues`);

    const update = await rollingUpdate(api, reader);
    say(`rolling update: ${update.samples} readings, lowest ${update.lowest}, most issues ${update.mostIssues}`);

    for (const { object } of faults) reader.touched.add(objectText(object));
    await Promise.all(faults.map((fault) => fault.make(api)));
    const { missing, slowest } = await toldIssues(reader, faults);
    const toldCount = `${faults.length - missing.length} of ${faults.length}`;
    say(`faults told: ${toldCount}, the last ${slowest} ${missing.join(', ')}`);

    const action = await seeAction(house, agent, reader);
    say(`an action that is meant to cause two of them: marked ${action.isMarked}, over ${action.isOver}`);

    await Promise.all(faults.map((fault) => fault.mend(api)));
    const mended = await until(reader, isWell).catch(() => reader.read());
    say(`mended: ${mended?.healthScore}, ${mended?.issues.map(({ message }) => message).join('; ') || 'no issue'}`);
    for (const text of reader.wrong) say(`WRONG: ${text}`);
    return {
      claims: {
        'live: a healthy cluster is 100 without an issue': isWell(well),
        'live: a rolling update stays at 100 without an issue': update.lowest === 100 && update.mostIssues === 0,
        'live: the rolling update was seen while it ran': update.samples >= 5,
        'live: each fault has its issue on its object': missing.length === 0,
        'live: what a running action is meant to cause is marked and costs nothing': action.isMarked,
        'live: when it has ended it costs again': action.isOver,
        'live: every answer adds up and speaks of nothing calm': reader.wrong.size === 0,
        'live: mended, it is 100 again': mended !== undefined && isWell(mended),
      },
      figure: `live faults told ${toldCount}, the last ${slowest}; ${reader.wrong.size} wrong in ${reader.reads} answers; rolling update lowest ${update.lowest} in ${update.samples} readings`,
    };
  } finally {
    api.close();
  }
}

async function register(home: Home, house: TestProcess): Promise<HealthReader> {
  const who = await caller();
  const kubeconfig = await readFile(adminKubeconfig(home, kube), 'utf8');
  const made = await house.call(who, 'POST', '/api/v1/clusters', {
    module: 'platform',
    body: { name: 'explained', kubeconfig },
  });
  if (made.status !== 201 && made.status !== 202)
    throw new Error(`registering the cluster answered ${made.status}: ${JSON.stringify(made.body)}`);
  return new HealthReader(house, who, (made.body as { id: string }).id);
}

function isWell({ healthScore, issues }: Health): boolean {
  return healthScore === 100 && issues.length === 0;
}

async function until(reader: HealthReader, isSo: (health: Health) => boolean): Promise<Health> {
  return eventually(async () => {
    const health = await reader.read();
    if (health !== undefined && isSo(health)) return health;
    throw new Error(`not so within ${patience / 1_000} s; last: ${JSON.stringify(health)}`);
  }, patience);
}

/** What is calm is as it should be, so that what follows is judged at rest. */
async function untilCalm(api: Api): Promise<void> {
  await eventually(async () => {
    for (const { collection, kind, metadata } of calm) {
      const { spec, status } = await readObject(api, `${collection}/${metadata.name}`);
      if (!isSettled(kind, spec, status)) throw new Error(`${kind} ${metadata.name} did not settle`);
    }
  }, patience);
}

function isSettled(kind: string, spec: ReadObject['spec'], status: ReadObject['status']): boolean {
  if (kind === 'Job') return status.succeeded === 1;
  if (kind === 'DaemonSet') return status.numberAvailable === 1;
  if (kind === 'PodDisruptionBudget') return (status.disruptionsAllowed ?? 0) > 0;
  return status.availableReplicas === spec.replicas;
}

interface ReadObject {
  readonly metadata: { readonly generation: number };
  readonly spec: { readonly replicas?: number };
  readonly status: {
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly replicas?: number;
    readonly observedGeneration?: number;
    readonly numberAvailable?: number;
    readonly succeeded?: number;
    readonly disruptionsAllowed?: number;
  };
}

async function readObject(api: Api, path: string): Promise<ReadObject> {
  const answer = await api.call('GET', path);
  mustHave(answer, `GET ${path}`);
  return JSON.parse(answer.text) as ReadObject;
}

interface Sampled {
  readonly samples: number;
  readonly lowest: number;
  readonly mostIssues: number;
}

/** Reads health every 200 ms from before an update begins until a second after it has ended. */
async function rollingUpdate(api: Api, reader: HealthReader): Promise<Sampled> {
  const path = `${collections.deployments}/steady`;
  const template = { metadata: { annotations: { 'wheelhouse.dev/round': '2' } } };
  mustHave(await api.call('PATCH', path, { spec: { template } }), 'the update');
  let [samples, lowest, mostIssues, after] = [0, 100, 0, 0];
  while (after < 5) {
    const health = await reader.read();
    if (health !== undefined) {
      samples += 1;
      lowest = Math.min(lowest, health.healthScore);
      mostIssues = Math.max(mostIssues, health.issues.length);
    }
    const { metadata, spec, status } = await readObject(api, path);
    const { updatedReplicas, availableReplicas, replicas, observedGeneration = 0 } = status;
    const isDone = [updatedReplicas, availableReplicas, replicas].every((count) => count === spec.replicas);
    if (isDone && observedGeneration >= metadata.generation) after += 1;
    await wait(200);
  }
  return { samples, lowest, mostIssues };
}

interface Told {
  readonly missing: readonly string[];
  readonly slowest: string;
}

/** Reads until every fault has its issue, and remembers which took longest. */
async function toldIssues(reader: HealthReader, faults: readonly LiveFault[]): Promise<Told> {
  const began = performance.now();
  const missing = new Set(faults.map(({ rule, object }) => `${rule} ${objectText(object)}`));
  let slowest = '';
  await until(reader, ({ issues }) => {
    for (const { reason, object } of issues) {
      if (!missing.delete(`${reason} ${objectText(object)}`)) continue;
      slowest = `${reason} after ${((performance.now() - began) / 1_000).toFixed(1)} s`;
    }
    return missing.size === 0;
  }).catch(() => undefined);
  return { missing: [...missing], slowest };
}
