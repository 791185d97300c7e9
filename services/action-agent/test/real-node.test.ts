import { setTimeout as wait } from 'node:timers/promises';
import { eventually, makeNamespace, type Namespace } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeName } from '../../../dev/engines/node/machine.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { heardSigterm, isFree, Load, serve, servingOn } from './serving-pods.ts';

let house: AgentHouse;
let namespace: Namespace;

beforeAll(async () => {
  house = await startAgent();
  namespace = await makeNamespace(house.kube.client);
});

afterAll(async () => {
  await namespace.remove();
  await house.kube.cordon(nodeName, false);
  await house.stop();
});

const guarded = 3;
const plain = 7;
const answersMs = 25_000;

interface Budget {
  readonly status?: { readonly currentHealthy?: number; readonly desiredHealthy?: number };
}

test('pods under load are drained from a real node: none loses its grace, and a protected Deployment answers throughout', async () => {
  const { kube, who, clusterId } = house;
  const inside = namespace.name;
  // What others had run there would be drained too.
  await isFree(kube, nodeName);
  // Where those of the protected Deployment come up that replace the ones that go.
  const other = await kube.reservedNode();
  await kube.cordon(other, true);
  const both = { namespace: inside, nodes: [nodeName, other] };
  await serve(kube, { ...both, name: 'guarded', replicas: guarded, endAfter: '25s', graceSeconds: 25 });
  await serve(kube, { ...both, name: 'plain', replicas: plain, endAfter: '1s', graceSeconds: 30 });
  const budgets = `/apis/policy/v1/namespaces/${inside}/poddisruptionbudgets`;
  await kube.client.create(budgets, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'guarded' },
    spec: { minAvailable: 2, selector: { matchLabels: { app: 'guarded' } } },
  });
  const pods = await servingOn(kube, inside, nodeName, guarded + plain);
  await kube.cordon(other, false);
  await eventually(async () => {
    const { status } = await kube.client.get<Budget>(`${budgets}/guarded`);
    expect(status?.currentHealthy).toBe(guarded);
  });
  const heard = new Map(pods.map((pod) => [pod.name, heardSigterm(inside, pod)]));
  const load = new Load(pods, 100);
  const protectedPods = pods.filter(({ name }) => name.startsWith('guarded'));
  await eventually(async () => expect(load.answered.size).toBe(pods.length));

  const { status, body } = await house.call(who, 'POST', '/api/v1/actions/drain', {
    body: { node_name: nodeName, cluster_id: clusterId },
  });
  expect(status).toBe(202);
  const faults: string[] = [];
  let record = body;
  while (record.finished_at === null) {
    await wait(250);
    ({ body: record } = await house.call(who, 'GET', `/api/v1/actions/${body.id}`));
    const { status: budget } = await kube.client.get<Budget>(`${budgets}/guarded`);
    if ((budget?.currentHealthy ?? 0) < 2) faults.push(`the budget has ${budget?.currentHealthy} healthy pods`);
    // Each goes on for 25 s after it was asked to end; until the last has stopped somebody answers.
    const asked = protectedPods.map(({ name }) => heard.get(name)?.at());
    const isOver = asked.every((at) => at !== undefined && Date.now() - at > answersMs - 500);
    const silent = protectedPods.flatMap(({ name }) => load.silentSince(name) ?? []);
    if (!isOver && silent.length === guarded)
      faults.push(`nobody has answered for ${Date.now() - Math.max(...silent)} ms`);
  }
  await eventually(() => {
    for (const { name } of protectedPods) expect(load.silentSince(name), `${name} is gone`).toBeDefined();
  });
  await load.stop();

  expect(record).toMatchObject({ status: 'success', error: null });
  expect(faults).toEqual([]);
  expect(record.details.drain.counts).toMatchObject({ evicted: guarded + plain, failed: 0 });
  for (const { name } of pods) expect(heard.get(name)?.at(), `${name} was asked to end`).toBeDefined();
  for (const { name } of protectedPods) {
    const grace = (load.silentSince(name) ?? 0) - (heard.get(name)?.at() ?? 0);
    expect(grace, `${name} answered until its end`).toBeGreaterThan(answersMs - 500);
  }
});
