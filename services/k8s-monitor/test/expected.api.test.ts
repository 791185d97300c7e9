import { type Caller, caller, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { health as healthShape } from '../src/health/schema.ts';
import { agentVoice, cordonOf, shortfallOf, startOf } from './actions.ts';
import { kubeconfigOf, type MonitorHouse, startMonitor } from './house.ts';
import { follow } from './stream.ts';

/** What actions are meant to cause, from the agent's outbox through the broker to what callers of a real cluster are told. */
const agent = agentVoice();
let house: MonitorHouse;
let kube: Kube;
let anna: Caller;
let berta: Caller;
let cluster: string;
let bertas: string;

beforeAll(async () => {
  house = await startMonitor({ HEALTH_REPLICA_SHORTFALL_UPDATE_SECONDS: '1' }, [agent.module]);
  kube = openKube('KUBE2_KUBECONFIG');
  [anna, berta] = [await caller(), await caller()];
  const access = { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') };
  [cluster, bertas] = [await house.register(anna, access), await house.register(berta, access)];
  await house.observed(anna, cluster);
  await house.observed(berta, bertas);
});
afterAll(async () => {
  await house.stop();
  await kube.close();
});

interface Told {
  readonly id: string;
  readonly object: { readonly name: string };
  readonly score_impact: number;
  readonly action_id: string | null;
}

const soon = () => new Date(Date.now() + 10 * 60_000);
const says = (who: Caller, type: 'started' | 'ended', data: object) =>
  agent.tell(house.db, who.tenantId, `internal.action_${type}`, data);
const healthOf = async (who: Caller, id: string) => (await house.health(who, `?cluster_id=${id}`)).body;

async function issueOn(who: Caller, id: string, name: string): Promise<Told | undefined> {
  const body = await healthOf(who, id);
  const issues = body.issues as readonly Told[];
  expect(Value.Errors(healthShape, body)).toEqual([]);
  expect(body.healthScore).toBe(100 - issues.reduce((sum, { score_impact: impact }) => sum + impact, 0));
  return issues.find(({ object }) => object.name === name);
}

const inFull = { score_impact: 1, action_id: null, expected: false };

test('the cordon of a running action is marked in health, lists and stream; when it has ended it costs its point', async () => {
  const node = await kube.node();
  await kube.cordon(node, true);
  const { id } = await eventually(async () => {
    expect(await issueOn(berta, bertas, node)).toMatchObject(inFull);
    const issue = await issueOn(anna, cluster, node);
    expect(issue).toMatchObject(inFull);
    return issue ?? { id: '' };
  });
  const stream = await follow(house, anna, `?cluster_id=${cluster}`);
  try {
    const marks = async () =>
      (await stream.upTo(1)).flatMap(({ data }) =>
        (data as { issues: readonly Told[] }).issues
          .filter(({ object }) => object.name === node)
          .map(({ action_id: by, score_impact: impact }) => [by, impact]),
      );
    const action = startOf(cluster, [cordonOf(node)], soon());
    const meant = { score_impact: 0, capped: false, action_id: action.action_id, expected: true };
    await says(anna, 'started', action);
    await eventually(async () => expect(await issueOn(anna, cluster, node)).toMatchObject({ id, ...meant }));
    await eventually(async () => expect((await marks()).at(-1)).toEqual([action.action_id, 0]));
    const path = `/api/v1/issues?cluster_id=${cluster}&reason=node_cordoned&limit=200`;
    const listed = async (query = path) =>
      (await house.call(anna, 'GET', query)).body.data.find((one: Told) => one.id === id);
    expect(await listed()).toMatchObject({ ...meant, status: 'open' });
    expect(await listed(`${path}&at=${new Date().toISOString()}`)).toMatchObject(meant);
    expect((await house.call(anna, 'GET', `/api/v1/issues/${id}`)).body).toMatchObject(meant);
    // The same node in the same cluster, registered by somebody else.
    expect(await issueOn(berta, bertas, node)).toMatchObject(inFull);

    await says(anna, 'ended', { action_id: action.action_id, cluster_id: cluster });
    await eventually(async () => expect(await issueOn(anna, cluster, node)).toMatchObject({ id, ...inFull }));
    await eventually(async () => expect((await marks()).at(-1)).toEqual([null, 1]));
    expect(await listed()).toMatchObject({ ...inFull, status: 'open' });
  } finally {
    stream.close();
    await stream.ended;
  }
});

test("another tenant's action for my cluster has no effect", async () => {
  const node = await kube.node();
  await kube.cordon(node, true);
  await eventually(async () => expect(await issueOn(anna, cluster, node)).toMatchObject(inFull));
  await says(berta, 'started', startOf(cluster, [cordonOf(node)], soon()));
  // Told later, and heard: so was the first.
  const own = startOf(bertas, [cordonOf(node)], soon());
  await says(berta, 'started', own);
  await eventually(async () =>
    expect(await issueOn(berta, bertas, node)).toMatchObject({ action_id: own.action_id, expected: true }),
  );
  expect(await issueOn(anna, cluster, node)).toMatchObject(inFull);
  await says(berta, 'ended', { action_id: own.action_id, cluster_id: bertas });
});

test('the shortfall of a Deployment that an action restarts is expected until its time is over, also when nothing is heard', async () => {
  const { namespace, name } = await kube.deployment(2);
  const until = new Date(Date.now() + 8_000);
  const action = startOf(cluster, [shortfallOf(namespace, name)], until, { action: 'rollback_deployment' });
  await says(anna, 'started', action);
  await kube.client.patch(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`, {
    spec: {
      template: { spec: { nodeSelector: { nowhere: 'to-be-found' } } },
      strategy: { type: 'Recreate', rollingUpdate: null },
    },
  });
  await eventually(
    async () =>
      expect(await shortfall(name)).toMatchObject({ score_impact: 0, action_id: action.action_id, expected: true }),
    7_000,
  );
  const full = await eventually(async () => {
    const issue = await shortfall(name);
    expect(issue).toMatchObject({ action_id: null, expected: false });
    return issue;
  });
  expect(full?.score_impact).toBeGreaterThan(0);
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
});

async function shortfall(name: string): Promise<Told | undefined> {
  const { data } = (
    await house.call(anna, 'GET', `/api/v1/issues?cluster_id=${cluster}&reason=replica_shortfall&limit=200`)
  ).body;
  return data.find(({ object }: Told) => object.name === name);
}

test('an event that is not an agent’s is kept as a dead letter with its reason', async () => {
  await says(anna, 'started', { action_id: 'first', cluster_id: cluster });
  await eventually(async () => {
    const { data } = (await house.call(anna, 'GET', '/api/v1/dead-letters')).body;
    expect(data).toMatchObject([
      { consumer: 'actions', type: 'internal.action_started', reason: expect.stringContaining('next step') },
    ]);
  });
});
