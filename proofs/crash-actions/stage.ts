import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { platformModule } from '@wheelhouse/platform';
import { type Caller, caller, engineSetting, eventually, startTestProcess } from '@wheelhouse/testkit';
import { agentHome } from '../../dev/seed/agent-home.ts';

/** All that outlives the agents: the modules they ask, in this process, which know the cluster. */
export interface Stage {
  readonly who: Caller;
  readonly clusterId: string;
  /** What an agent is given to find them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const seenWithinMs = 240_000;

export async function openStage(): Promise<Stage> {
  const [home, house] = await Promise.all([
    agentHome('kube'),
    startTestProcess([platformModule, k8sMonitorModule], {
      environment: {
        EXTERNAL_URL: 'https://wheelhouse.example.test',
        CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      },
    }),
  ]);
  const who = await caller();
  const body = { name: `proof-${randomUUID()}`, kubeconfig: await readFile(engineSetting('KUBECONFIG'), 'utf8') };
  const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
  if (made.status !== 201) throw new Error(`the cluster was not registered: ${made.status}`);
  const clusterId: string = made.body.id;
  // A worker that comes before the monitor has seen the cluster looks again only after a while.
  await eventually(async () => {
    const path = `/api/health?cluster_id=${clusterId}`;
    const { status } = await house.call(who, 'GET', path, { module: 'k8s-monitor' });
    if (status !== 200) throw new Error(`the monitor has not seen the cluster: ${status}`);
  }, seenWithinMs);
  return {
    who,
    clusterId,
    settings: {
      HOME: home,
      CLUSTER_ID: clusterId,
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      DATABASE_CONNECTIONS: '8',
      CHECK_ANSWERS: 'false',
      // The proof `canary` compares scores; for all others a scale-up is done when it is rolled out.
      CANARY_ENABLED: 'false',
      PLATFORM_URL: house.addresses['platform'] ?? '',
      K8S_MONITOR_URL: house.addresses['k8s-monitor'] ?? '',
    },
    close: () => house.stop(),
  };
}
