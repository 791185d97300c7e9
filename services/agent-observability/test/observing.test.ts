import { randomUUID } from 'node:crypto';
import { refuse } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type House, incident, observations, seconds, startHouse } from './house.ts';
import { noCluster, unreachable } from './neighbours.ts';
import { crashing, deployment, factsOf, node, restarted } from './seen.ts';

/** What is seen when incidents open, from the event to its end. */
let house: House;
let usual: Pick<House['neighbours'], 'evidence' | 'actions'>;
beforeAll(async () => {
  house = await startHouse();
  usual = { evidence: house.neighbours.evidence, actions: house.neighbours.actions };
});
afterEach(() => {
  Object.assign(house.neighbours, usual);
});
afterAll(() => house.stop());

const of = (place: Parameters<typeof incident>[0], more = {}) => incident(place, house.clock, more);
const askedOf = (clusterId: string) => house.neighbours.evidenceAsked.filter((one) => one.cluster_id === clusterId);

describe('an incident that opens', () => {
  test('has its object looked at once, and tells whoever concludes from it', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = crashing;
    const done = restarted();
    house.neighbours.actions = () => [done];
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    const seen = await house.endedOf(who, opened.incident_id);
    expect(seen).toMatchObject({
      incident_id: opened.incident_id,
      cluster_id: clusterId,
      object: deployment,
      because: 'opened',
      status: 'complete',
      reason: null,
      message: null,
      not_visible: [],
      asked_by: null,
      facts: { exists: true, pods_total: 3, actions: [done] },
      created_at: house.clock.now().toISOString(),
      due_at: new Date(house.clock.now().getTime() + 30 * seconds).toISOString(),
      finished_at: house.clock.now().toISOString(),
    });
    expect(seen.items.map(({ n }: { n: number }) => n)).toEqual(seen.items.map((_: unknown, i: number) => i + 1));
    expect(seen.items[0].summary).toContain('crash_loop');
    expect(askedOf(clusterId)).toEqual([{ cluster_id: clusterId, ...deployment, tenantId }]);
    expect(await house.told(tenantId)).toEqual([
      {
        observation_id: seen.id,
        incident_id: opened.incident_id,
        cluster_id: clusterId,
        object: deployment,
        status: 'complete',
      },
    ]);
    const inside = await house.seenInside(tenantId, seen.id);
    expect([inside.status, inside.body]).toEqual([200, seen]);
  });

  test('is observed once however often that is said, and once more for each rule that joins, in any order', async () => {
    const { who, tenantId, clusterId } = house.place();
    const opened = of({ clusterId });
    const more = (...rules: string[]) => ({
      ...opened,
      change: 'rule_added' as const,
      rules: ['crash_loop', ...rules],
    });
    const [joined, third] = [more('oom_killed'), more('oom_killed', 'replica_shortfall')];
    await house.say(tenantId, third, opened, opened, joined, opened, third);
    await eventually(async () => {
      const { data } = await house.get(who, `${observations}?incident_id=${opened.incident_id}&status=complete`);
      expect(data.map(({ because }: { because: string }) => because).toSorted()).toEqual([
        'opened',
        'rule_added',
        'rule_added',
      ]);
    });
    expect(await house.told(tenantId)).toHaveLength(3);
  });

  test('is looked at though that is heard days late, as it is then', async () => {
    const { who, tenantId, clusterId } = house.place();
    const began = new Date(house.clock.now().getTime() - 3 * 24 * 3_600 * seconds).toISOString();
    const opened = of({ clusterId }, { started_at: began, at: began });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'complete',
      created_at: house.clock.now().toISOString(),
    });
  });

  test('is not looked at for what else becomes of it', async () => {
    const { who, tenantId, clusterId } = house.place();
    const opened = of({ clusterId });
    for (const change of ['quiet', 'returned', 'ended'] as const) await house.say(tenantId, { ...opened, change });
    expect((await house.get(who, observations)).total).toBe(0);
  });

  test('about no object is not observable, and that is said', async () => {
    const { who, tenantId, clusterId } = house.place();
    const opened = of({ clusterId }, { object: null });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      object: null,
      status: 'not_observable',
      reason: 'no_object',
      facts: null,
      items: [],
    });
    expect(await house.told(tenantId)).toMatchObject([{ object: null, status: 'not_observable' }]);
    expect(askedOf(clusterId)).toEqual([]);
  });

  test('of a node asks for it without a namespace', async () => {
    const { who, tenantId, clusterId } = house.place();
    const opened = of({ clusterId }, { object: node });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({ status: 'complete', object: node });
    expect(askedOf(clusterId)).toEqual([{ cluster_id: clusterId, kind: 'Node', name: 'a', tenantId }]);
  });

  test('whose object is gone by now is not observable, with what is known of it', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = () => factsOf({ exists: false });
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'not_observable',
      reason: 'object_gone',
      message: 'Deployment shop/checkout no longer exists.',
      facts: { exists: false },
      items: [{ n: 1, summary: 'Deployment shop/checkout no longer exists.' }, {}],
    });
  });
});

describe('what does not answer', () => {
  test('is asked again, and what it then says counts', async () => {
    const { who, tenantId, clusterId } = house.place();
    let asked = 0;
    house.neighbours.evidence = () => ((asked += 1) < 3 ? unreachable() : factsOf());
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    for (const times of [1, 2]) {
      await eventually(() => expect(asked).toBe(times));
      await eventually(async () => {
        const [row] = (await house.get(who, observations)).data;
        expect(row).toMatchObject({ status: 'observing', reason: 'not_observed', finished_at: null });
        expect(row.message).toContain('does not respond');
      });
      house.clock.advance(5 * seconds);
    }
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'complete',
      reason: null,
      message: null,
    });
  });

  test('for 30 seconds makes it not observable, in the words of whoever was asked', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = () =>
      unreachable('The cluster did not answer: no route. Next step: check the cluster, then try again.');
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    await eventually(() => expect(askedOf(clusterId)).toHaveLength(1));
    await eventually(async () => expect((await house.get(who, observations)).data[0].reason).toBe('not_observed'));
    house.clock.advance(30 * seconds);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'not_observable',
      reason: 'not_observed',
      message: 'k8s-monitor: The cluster did not answer: no route.',
      facts: null,
    });
    expect(await house.told(tenantId)).toMatchObject([{ status: 'not_observable' }]);
  });

  test('because nobody observes the cluster is told apart', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = noCluster;
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    await eventually(async () => expect((await house.get(who, observations)).data[0]?.reason).toBe('no_worker'));
    house.clock.advance(30 * seconds);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'not_observable',
      reason: 'no_worker',
    });
  });

  test('and will not later either is not waited for', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = () => refuse('validation_failed', { message: 'Such objects are not looked at.' });
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({
      status: 'not_observable',
      reason: 'not_observed',
      message: 'k8s-monitor: Such objects are not looked at.',
    });
    expect(askedOf(clusterId)).toHaveLength(1);
  });

  test('what is no such answer is a fault, and never stored', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = () => ({ ...factsOf(), pods: 'none' });
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    await eventually(() => expect(askedOf(clusterId)).toHaveLength(1));
    await eventually(async () => expect((await house.get(who, observations)).data[0].reason).toBe('not_observed'));
    house.clock.advance(30 * seconds);
    const seen = await house.endedOf(who, opened.incident_id);
    expect(seen).toMatchObject({ status: 'not_observable', reason: 'not_observed', facts: null });
    expect(seen.message).toContain('another version');
  });

  test('of the action agent makes it partial after 30 seconds, and the cluster is not asked twice', async () => {
    const { who, tenantId, clusterId } = house.place();
    house.neighbours.evidence = crashing;
    house.neighbours.actions = () => Promise.reject(new Error('it is away'));
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    await eventually(async () =>
      expect((await house.get(who, observations)).data[0]?.message).toContain('action-agent'),
    );
    house.clock.advance(10 * seconds);
    // Meanwhile nothing of it is shown.
    const [{ id }] = (await house.get(who, observations)).data;
    expect(await house.get(who, `${observations}/${id}`)).toMatchObject({
      status: 'observing',
      facts: null,
      items: [],
    });
    house.clock.advance(20 * seconds);
    const seen = await house.ended(who, id);
    expect(seen).toMatchObject({
      status: 'partial',
      reason: null,
      not_visible: [{ part: 'actions' }],
      facts: { pods_total: 3 },
    });
    expect(seen.facts.not_visible).toEqual(seen.not_visible);
    expect(askedOf(clusterId)).toHaveLength(1);
    expect(await house.told(tenantId)).toMatchObject([{ status: 'partial' }]);
  });

  test('of the action agent for a moment leaves nothing missing', async () => {
    const { who, tenantId, clusterId } = house.place();
    let isAway = true;
    house.neighbours.actions = () => (isAway ? Promise.reject(new Error('it is away')) : [restarted()]);
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    await eventually(async () =>
      expect((await house.get(who, observations)).data[0]?.message).toContain('action-agent'),
    );
    isAway = false;
    house.clock.advance(5 * seconds);
    const seen = await house.endedOf(who, opened.incident_id);
    expect(seen).toMatchObject({ status: 'complete', not_visible: [] });
    expect(seen.facts.actions).toHaveLength(1);
    expect(askedOf(clusterId)).toHaveLength(1);
  });

  test('what the cluster does not let us see is named, and not waited for', async () => {
    const { who, tenantId, clusterId } = house.place();
    const missing = { part: 'logs', why: 'The right pods/log get is not granted.' } as const;
    house.neighbours.evidence = () => factsOf({ not_visible: [missing] });
    const opened = of({ clusterId });
    await house.say(tenantId, opened);
    expect(await house.endedOf(who, opened.incident_id)).toMatchObject({ status: 'partial', not_visible: [missing] });
  });
});

describe('what modules ask for', () => {
  test('is looked at again, for the incident or for none', async () => {
    const place = house.place();
    const incidentId = randomUUID();
    const ids = [
      await house.again(place, { incident_id: incidentId }),
      await house.again(place, { incident_id: null }),
      await house.again(place),
    ];
    for (const [index, id] of ids.entries())
      expect(await house.ended(place.who, id)).toMatchObject({
        because: 'asked_by_analysis',
        incident_id: index === 0 ? incidentId : null,
        status: 'complete',
      });
    expect(await house.told(place.tenantId)).toHaveLength(3);
  });

  test('of another tenant is not there', async () => {
    const [place, other] = [house.place(), house.place()];
    const id = await house.again(place);
    expect((await house.seenInside(other.tenantId, id)).status).toBe(404);
    expect((await house.seenInside(place.tenantId, id)).status).toBe(200);
  });
});
