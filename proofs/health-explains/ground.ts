import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { platformModule } from '@wheelhouse/platform';
import { caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { type Api, apply } from '../../dev/engines/clusters/api.ts';
import { apiOf } from '../../dev/engines/clusters/engine-api.ts';
import { adminKubeconfig, kube } from '../../dev/engines/clusters/cluster.ts';
import { setFleetSize } from '../../dev/engines/clusters/fleet.ts';
import { reset } from '../../dev/engines/commands/down.ts';
import { up } from '../../dev/engines/commands/up.ts';
import { groups } from '../../dev/engines/runtime/engine.ts';
import { type Home, openHome } from '../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { type Agent, agentVoice } from '../../services/k8s-monitor/test/actions.ts';
import { place, readObject, type ReadObject } from './faults.ts';
import { HealthReader } from './health-reader.ts';
import { calm, namespace, nodeCount } from './objects.ts';

/** Short enough that faults show within seconds; what a rolling update may do does not hang on them. */
const shortGraces = {
  HEALTH_UNSCHEDULABLE_AFTER_SECONDS: '1',
  HEALTH_REPLICA_SHORTFALL_AFTER_SECONDS: '2',
  HEALTH_BUDGET_WITHOUT_HEADROOM_AFTER_SECONDS: '2',
  HEALTH_AUTOSCALER_AT_MAXIMUM_AFTER_SECONDS: '2',
  HEALTH_USAGE_NEAR_LIMIT_AFTER_SECONDS: '1',
  METRICS_EVERY_SECONDS: '5',
};

const patienceMs = 120_000;

export interface Ground {
  readonly api: Api;
  readonly house: TestProcess;
  /** In place of the action agent, for its events. */
  readonly agent: Agent;
  readonly reader: HealthReader;
  readonly close: () => Promise<void>;
}

/** A control plane of its own with what is calm on it, registered at the modules of this process. */
export async function openGround(): Promise<Ground> {
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-health-')));
  const progress = new ConsoleProgress(() => undefined);
  const closing = [
    async () => {
      await reset(home, groups, progress);
      await rm(home.dir, { recursive: true, force: true });
    },
  ];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    const results = await up(home, ['kube', 'kwok', 'metrics-server'], progress);
    const failed = results.find(({ outcome }) => outcome !== 'started');
    if (failed !== undefined) throw new Error(`${failed.engine.name} did not come up: ${failed.reason}`);
    const agent = agentVoice();
    const house = await startTestProcess([platformModule, k8sMonitorModule, agent.module], {
      environment: { CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', ...shortGraces },
    });
    closing.push(async () => house.stop());
    const api = await apiOf(home, kube);
    closing.push(async () => api.close());
    await setFleetSize(api, nodeCount, () => undefined);
    await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    await Promise.all(calm.map((object) => place(api, object)));
    const [reader] = await Promise.all([register(home, house), untilCalm(api)]);
    return { api, house, agent, reader, close };
  } catch (error) {
    await close();
    throw error;
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

/** What is calm is as it should be, so that what follows is judged at rest. */
async function untilCalm(api: Api): Promise<void> {
  await eventually(async () => {
    for (const { collection, kind, metadata } of calm) {
      const { spec, status } = await readObject(api, `${collection}/${metadata.name}`);
      if (!isSettled(kind, spec, status)) throw new Error(`${kind} ${metadata.name} did not settle`);
    }
  }, patienceMs);
}

function isSettled(kind: string, spec: ReadObject['spec'], status: ReadObject['status']): boolean {
  if (kind === 'Job') return status.succeeded === 1;
  if (kind === 'DaemonSet') return status.numberAvailable === 1;
  if (kind === 'PodDisruptionBudget') return (status.disruptionsAllowed ?? 0) > 0;
  return status.availableReplicas === spec.replicas;
}
