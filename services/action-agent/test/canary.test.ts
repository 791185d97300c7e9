import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDropped, whatMadeTheDifference } from '../src/canary/compare.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { healthy, type ScriptedMonitor, scriptedMonitor } from './scripted-monitor.ts';

let monitor: ScriptedMonitor;
let house: AgentHouse;

beforeAll(async () => {
  monitor = await scriptedMonitor();
  const environment = {
    K8S_MONITOR_URL: monitor.url,
    CANARY_ENABLED: 'true',
    CANARY_SETTLE_SECONDS: '1',
    CANARY_ROLLBACK_HEALTH_DROP: '10',
  };
  house = await startAgent({ environment });
});
afterAll(async () => {
  await house.stop();
  await monitor.stop();
});

interface DeploymentObject {
  readonly spec: { readonly replicas: number };
}

const pathOf = ({ namespace, name }: { namespace: string; name: string }) =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

const scaled = async (initial = 1) => {
  const made = await house.kube.deployment(initial);
  return {
    made,
    initial,
    asked: { action: 'scale_deployment', target: { namespace: made.namespace, deployment_name: made.name } } as const,
    replicas: async () => (await house.kube.client.get<DeploymentObject>(pathOf(made))).spec.replicas,
  };
};

type Scaled = Awaited<ReturnType<typeof scaled>>;

/** The score is the one before until the Deployment has been scaled. */
function scores({ replicas, initial }: Scaled, before: number, after: number): void {
  monitor.health = async (clusterId) => {
    const issues = [{ id: 'old', score_impact: 1 }];
    if ((await replicas()) === initial) return healthy(clusterId, before, {}, issues);
    return healthy(clusterId, after, {}, [...issues, { id: 'new', score_impact: before - after }]);
  };
}

describe('a scale-up', () => {
  test('is kept where the score stays, and the record says what was compared', async () => {
    const one = await scaled();
    const { asked, replicas } = one;
    scores(one, 90, 90);
    const row = await house.ended(await house.decide(asked));
    expect(row).toMatchObject({
      status: 'success',
      details: { canary: { verdict: 'kept', why: null, score_before: 90, score_after: 90, issues: [] } },
    });
    expect(await replicas()).toBe(2);
    const { canary } = row.details;
    // The settle time begins when the patch is accepted, and no score before its end counts.
    expect(Date.parse(canary?.settles_at ?? '')).toBe((row.effect_at?.getTime() ?? 0) + 1_000);
    expect(monitor.asked.at(-1)).toMatchObject({
      sub: 'action-agent',
      kind: 'module',
      aud: 'k8s-monitor',
      tenant: house.who.tenantId,
    });
  });

  test('is taken back where the score drops by more than is allowed, and names the issues', async () => {
    const one = await scaled(2);
    const { asked, replicas } = one;
    scores(one, 90, 79.5);
    const row = await house.ended(await house.decide(asked));
    expect(row).toMatchObject({
      status: 'failed',
      result: 'reverted',
      revert: 'accepted',
      error: { code: 'health_dropped' },
      details: { canary: { verdict: 'reverted', score_before: 90, score_after: 79.5, replicas_before: 2 } },
    });
    expect(row.error?.message).toContain('from 90 to 79.5, by 10.5 points; CANARY_ROLLBACK_HEALTH_DROP allows 10');
    expect(row.details.canary?.issues).toMatchObject([{ reason: 'replica_shortfall', more_impact: 10.5 }]);
    expect(await replicas()).toBe(2);
  });

  test('by exactly what is allowed is kept', async () => {
    const one = await scaled();
    const { asked, replicas } = one;
    scores(one, 90, 80);
    expect(await house.ended(await house.decide(asked))).toMatchObject({ details: { canary: { verdict: 'kept' } } });
    expect(await replicas()).toBe(2);
  });

  test.each([
    ['down', () => ({ status: 503, body: { error: { code: 'unavailable', message: 'not now' } } }), 'returned 503'],
    ['stale', (id: string) => healthy(id, 90, { stale: true }), 'is stale'],
    ['of another cluster', () => healthy(randomUUID(), 90), 'another cluster'],
    ['of many clusters', (id: string) => healthy(id, 90, { cluster_id: undefined }), 'no health score'],
    ['silent', () => undefined, 'did not respond'],
  ])('without a score before it, because it is %s, is made and not judged', async (_, health, why) => {
    monitor.health = health;
    const { asked, replicas } = await scaled();
    const row = await house.ended(await house.decide(asked), 40_000);
    expect(row).toMatchObject({ status: 'success', details: { canary: { verdict: 'skipped', score_before: null } } });
    expect(row.details.canary?.why).toContain(why);
    expect(await replicas()).toBe(2);
  });

  test('that someone else has changed meanwhile is not taken back', async () => {
    const one = await scaled();
    const { made, asked, replicas } = one;
    scores(one, 90, 50);
    const decision = await house.decide(asked);
    await eventually(async () => expect(await replicas()).toBe(2));
    await house.kube.client.patch(pathOf(made), { spec: { replicas: 5 } });
    expect(await house.ended(decision)).toMatchObject({
      status: 'failed',
      result: 'revert_skipped',
      revert: 'not_sent',
      details: { canary: { verdict: 'revert_skipped' } },
    });
    expect(await replicas()).toBe(5);
  });

  test('beside another action of ours is not judged', async () => {
    const one = await scaled();
    const { asked, replicas } = one;
    const node_name = await house.kube.node();
    // However long the other takes, there is no score after the scale-up before it has ended.
    const longAgo = new Date(0).toISOString();
    monitor.health = async (id) =>
      (await replicas()) === 1 ? healthy(id, 90) : healthy(id, 20, { observed_at: longAgo });
    const decision = await house.decide(asked);
    await eventually(async () => expect(await replicas()).toBe(2));
    const other = await house.ended(await house.decide({ action: 'cordon_node', target: { node_name } }));
    scores(one, 90, 20);
    const row = await house.ended(decision);
    expect(row).toMatchObject({ status: 'success', details: { canary: { verdict: 'inconclusive', score_after: 20 } } });
    expect(row.details.canary?.why).toContain(other.id);
    expect(await replicas()).toBe(2);
  });

  test('waits in the step settling, and says until when', async () => {
    const { asked } = await scaled();
    // Until it is observed after the settle time, there is no score.
    let observed_at = new Date(0).toISOString();
    monitor.health = (id) => healthy(id, 90, { observed_at });
    const decision = await house.decide(asked);
    const { id } = await eventually(async () => {
      const { body } = await house.call(house.who, 'GET', '/api/v1/actions?status=executing');
      const found = body.data.find((one: { decision_id: string }) => one.decision_id === decision);
      expect(found).toMatchObject({ step: 'settling', details: { canary: { verdict: 'pending', score_before: 90 } } });
      expect(found.progress).toContain(found.details.canary.settles_at);
      return found;
    });
    observed_at = new Date(Date.now() + 60_000).toISOString();
    expect(await house.ended(decision)).toMatchObject({ id, status: 'success' });
  });

  test('a scale-down is not judged', async () => {
    const one = await scaled(2);
    const { asked, replicas } = one;
    scores(one, 90, 10);
    const row = await house.ended(await house.decide({ ...asked, target: { ...asked.target, replicas: 1 } }));
    expect(row).toMatchObject({ status: 'success', details: {} });
    expect(await replicas()).toBe(1);
  });
});

describe('a drop', () => {
  test.each([
    [90, 80, 10, false],
    [90, 79.99, 10, true],
    [90, 90, 0, false],
    [90, 89.999, 0, true],
    [99.9, 99.8, 0.1, false],
    [80, 90, 0, false],
    [2.5, 0, 2.5, false],
    [2.6, 0, 2.5, true],
  ])('from %d to %d where %d is allowed: %s', (before, after, allowed, dropped) => {
    expect(isDropped(before, after, allowed)).toBe(dropped);
  });

  test('is made by what costs more than before, greatest first', () => {
    const { body } = healthy('x', 0, {}, [
      { id: 'same', score_impact: 5 },
      { id: 'less', score_impact: 1 },
      { id: 'more', score_impact: 4 },
      { id: 'new', score_impact: 9 },
    ]);
    const issues = whatMadeTheDifference({ same: 5, less: 3, more: 1 }, body);
    expect(issues.map(({ more_impact }) => more_impact)).toEqual([9, 3]);
  });
});
