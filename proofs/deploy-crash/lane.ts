import { randomUUID } from 'node:crypto';
import type { Clock } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import {
  type Answer,
  type Caller,
  call,
  caller,
  deployAccess,
  eventually,
  freePort,
  type Kube,
  openKube,
} from '@wheelhouse/testkit';
import { type Lane, openLane, untold } from '../crash/lane.ts';
import { atRest } from '../crash/runs.ts';
import { fastClock } from './fast-clock.ts';

/** Platforms that live one after the other, a cluster and a CloudSpace that their apps are in. */
export interface DeployLane extends Lane {
  readonly kube: Kube;
  readonly clusterId: string;
  readonly cloudspaceId: string;
  readonly namespace: string;
  readonly placement: {
    readonly node_selector: Readonly<Record<string, string>>;
    readonly tolerations: readonly object[];
  };
  /** Repeats as a client does whose connection is lost; of a POST with the same Idempotency-Key. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
}

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}

/** Three pods of each app, of some hundred runs in a lane. */
const roomForAll = 1_500;
const withinMs = 120_000;

export async function openDeployLane(program: string): Promise<DeployLane> {
  const kube = openKube();
  const { kubeconfig } = await deployAccess();
  // The app of every run stays until all are counted.
  const node = await kube.reservedNode(roomForAll);
  const began = Date.now();
  const lane = await openLane({
    program,
    modules: [platformModule],
    second: { PLATFORM_PORT: String(await freePort()) },
    settings: {
      CLOCK_BEGAN: String(began),
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      CHECK_ANSWERS: 'false',
      SWEEP_SECONDS: '1',
      DATABASE_CONNECTIONS: '8',
    },
  });
  const who = { tenantId: randomUUID(), userId: randomUUID() };
  const clock = fastClock(began, () => lane.lives.lostMs);
  const ask: DeployLane['ask'] = (method, path, body) => {
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    return eventually(async () => {
      const { lives } = lane;
      const address = `http://127.0.0.1:${lives.environment['PLATFORM_PORT']}`;
      const answer = await Promise.race([
        call(address, await tokenOf(who, clock), method, path, { headers, ...(body && { body }) }),
        lives.asleep.then(() => {
          throw new Error('whoever was asked has fallen asleep');
        }),
      ]);
      const isBusy = answer.status === 409 && answer.body.error.code === 'idempotency_in_progress';
      if (answer.status >= 500 || isBusy) throw new Error(`${method} ${path} was answered ${answer.status}`);
      return answer;
    }, withinMs);
  };
  const cluster = await ask('POST', '/api/v1/clusters', { name: `proof-${randomUUID()}`, kubeconfig });
  const clusterId: string = cluster.body.id;
  await eventually(async () => {
    const { body } = await ask('GET', `/api/v1/clusters/${clusterId}`);
    if (body.deployable !== true) throw new Error(`the cluster cannot be deployed to: ${body.deploy_message}`);
  }, withinMs);
  const placement = {
    node_selector: { 'kubernetes.io/hostname': node },
    tolerations: [{ key: 'wheelhouse.dev/reserved', operator: 'Exists' }],
  };
  const namespace = `crash-${randomUUID().slice(0, 8)}`;
  const made = await ask('POST', '/api/v1/cloudspaces', { name: namespace, cluster_id: clusterId, placement });
  const cloudspaceId: string = made.body.id;
  await becomesReady(ask, cloudspaceId);
  await atRest(() => untold(lane.owner, 'platform'));
  return {
    ...lane,
    kube,
    clusterId,
    cloudspaceId,
    namespace,
    placement,
    ask,
    close: async () => {
      await lane.close();
      const { metadata } = await kube.client.get<{ metadata: { uid: string } }>(`/api/v1/namespaces/${namespace}`);
      await kube.client.delete(`/api/v1/namespaces/${namespace}`, { uid: metadata.uid });
      await kube.close();
    },
  };
}

/** Of now: by a fast clock a token has soon expired. */
async function tokenOf({ tenantId, userId }: Who, clock: Clock): Promise<Caller> {
  return caller({ tenant: tenantId, sub: userId, cid: userId }, clock);
}

export async function becomesReady(ask: DeployLane['ask'], id: string): Promise<void> {
  await eventually(async () => {
    const { body } = await ask('GET', `/api/v1/cloudspaces/${id}`);
    if (body.phase !== 'Ready') throw new Error(`the CloudSpace is ${body.phase}: ${body.message}`);
  }, withinMs);
}
