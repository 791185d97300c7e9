import { randomUUID } from 'node:crypto';
import { builtInRuleId } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { crashing, hung, nothingWrong, outOfMemory } from './cases.ts';
import { analyses, type House, hours, minutes, rules, seconds, startHouse } from './house.ts';

/** From the events of an incident to a conclusion, and at most one decision. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.neighbours.silent.clear());
afterAll(() => house.stop());

const now = () => house.clock.now();

describe('an incident that opens', () => {
  test('is concluded from what was seen of it, with one decision, in one breath', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    expect(await house.of(incident)).toMatchObject([{ status: 'queued', because: 'opened', conclusion: null }]);
    const observationId = await house.seen(incident, hung(now()));
    const [analysis] = await house.concluded(incident);
    const [decision, ...others] = await house.decisions(incident);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({
      tenant_id: incident.tenantId,
      cluster_id: incident.cluster_id,
      incident_id: incident.incident_id,
      action: 'restart_pod',
      target: { namespace: 'shop', pod: 'checkout-a' },
      AutoApprove: false,
      confidence: 0.7,
      proposed_by: { type: 'rule', id: builtInRuleId('wedged_pod') },
      reason: expect.stringContaining('Pod shop/checkout-a has been Running but not Ready for 4 min'),
      evidence: [{ source: 'pods', summary: 'A pod hangs.', url: 'https://wheelhouse.example.test/clusters/1' }],
    });
    expect(analysis).toMatchObject({
      conclusion: 'action_proposed',
      observation_id: observationId,
      rule: 'wedged_pod',
      rule_id: builtInRuleId('wedged_pod'),
      decision_id: decision?.decision_id,
      action: 'restart_pod',
      target: { namespace: 'shop', pod: 'checkout-a' },
      automatic: false,
      asked_because: expect.stringContaining('autonomy'),
      evidence: [{ n: 1, source: 'pods', summary: 'A pod hangs.', url: '/clusters/1' }],
      again_at: null,
      summary: expect.stringContaining('A pod hangs: Pod shop/checkout-a'),
    });
    expect(analysis?.conditions).toHaveLength(9);
    expect(analysis?.tried).toHaveLength(14);
    expect(await house.told(incident)).toEqual([
      expect.objectContaining({
        analysis_id: analysis?.id,
        incident_id: incident.incident_id,
        conclusion: 'action_proposed',
        rule: 'wedged_pod',
        decision_id: decision?.decision_id,
        automatic: false,
        asked_because: analysis?.asked_because,
        evidence: [{ n: 1, source: 'pods', summary: 'A pod hangs.' }],
      }),
    ]);
  });

  test('may be heard of after it was seen', async () => {
    const incident = house.incident(house.place());
    const facts = hung(now());
    const changed = house.changed;
    const at = now().toISOString();
    house.clock.advance(seconds);
    await house.seen(incident, facts);
    await changed(incident, 'opened', { at });
    expect(await house.concluded(incident)).toMatchObject([{ conclusion: 'action_proposed' }]);
    expect(await house.decisions(incident)).toHaveLength(1);
  });

  test('is analyzed once, however often and in whatever order its events come', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    const id = await house.seen(incident, hung(now()));
    await house.concluded(incident);
    // As from a broker that has lost its numbers: the same again, as new events.
    await house.seen(incident, hung(now()), { id });
    await house.changed(incident, 'opened');
    await house.changed(incident, 'opened', { at: new Date(now().getTime() - hours).toISOString() });
    await house.round();
    expect(await house.concluded(incident)).toHaveLength(1);
    expect(await house.decisions(incident)).toHaveLength(1);
    expect(await house.told(incident)).toHaveLength(1);
  });

  test('comes to one conclusion and one decision, in whatever order all of it is said at once', async () => {
    const orders = [
      ['opened', 'seen', 'opened'],
      ['seen', 'opened', 'seen'],
      ['opened', 'opened', 'seen'],
      ['seen', 'seen', 'opened'],
    ] as const;
    const incidents = await Promise.all(
      orders.map(async (order) => {
        const incident = house.incident(house.place());
        const id = randomUUID();
        const say = {
          opened: () => house.changed(incident, 'opened'),
          seen: () => house.seen(incident, hung(now()), { id }),
        };
        await Promise.all(order.map((what) => say[what]()));
        return incident;
      }),
    );
    for (const incident of incidents) {
      expect(await house.concluded(incident)).toMatchObject([{ conclusion: 'action_proposed' }]);
      expect(await house.told(incident)).toHaveLength(1);
      expect(await house.decisions(incident)).toHaveLength(1);
    }
  });

  test('with a suggestion tells what would help, with figures, and proposes nothing', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, outOfMemory(now()));
    expect(await house.concluded(incident)).toMatchObject([
      {
        conclusion: 'suggestion',
        rule: 'out_of_memory',
        advice: expect.stringContaining('try 384 Mi'),
        summary: expect.stringContaining('A restarted pod has the same limit'),
        decision_id: null,
        conditions: [],
      },
    ]);
    expect(await house.decisions(incident)).toEqual([]);
  });

  test('that no rule fits says so, and why not for each', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, nothingWrong(now()));
    const [analysis] = await house.concluded(incident);
    expect(analysis).toMatchObject({ conclusion: 'no_rule', reason: null, rule: null });
    expect(analysis?.tried.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 14 }, () => 'no'));
  });

  test('of another tenant is nobody else’s', async () => {
    const [mine, theirs] = [house.place(), house.place()];
    const incident = house.incident(mine);
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    const [analysis] = await house.concluded(incident);
    expect(await house.get(theirs, analyses)).toMatchObject({ total: 0, data: [] });
    expect(await house.ask(theirs, 'GET', `${analyses}/${analysis?.id}`)).toMatchObject({ status: 404 });
    expect(await house.get(mine, `${analyses}?conclusion=action_proposed&status=concluded`)).toMatchObject({
      total: 1,
    });
  });
});

describe('what cannot be looked at', () => {
  test('is concluded within a minute, come what may', async () => {
    const incident = house.incident(house.place());
    const began = now();
    await house.changed(incident, 'opened');
    const [waiting] = await house.of(incident);
    expect(waiting).toMatchObject({ due_at: new Date(began.getTime() + 60 * seconds).toISOString() });
    await house.pass(50 * seconds);
    expect(await house.of(incident)).toMatchObject([{ status: 'queued' }]);
    await house.pass(5 * seconds);
    expect(await house.concluded(incident)).toMatchObject([
      {
        conclusion: 'not_observable',
        reason: 'not_observed',
        summary: expect.stringContaining('agent-observability'),
      },
    ]);
  });

  test('tells the reason that the observation gives', async () => {
    for (const [reason, message] of [
      ['no_worker', 'No worker observes the cluster.'],
      ['not_observed', 'The cluster did not answer within 30 seconds.'],
      ['no_object', 'There is nothing to look at.'],
    ]) {
      const incident = house.incident(house.place());
      await house.changed(incident, 'opened');
      await house.seen(incident, null, { status: 'not_observable', reason: reason ?? '', message: message ?? '' });
      expect(await house.concluded(incident)).toMatchObject([
        { conclusion: 'not_observable', reason, summary: message },
      ]);
    }
  });

  test('is gone, or was never anything', async () => {
    const gone = house.incident(house.place());
    await house.changed(gone, 'opened');
    await house.seen(gone, { ...nothingWrong(now()), exists: false });
    expect(await house.concluded(gone)).toMatchObject([{ conclusion: 'not_observable', reason: 'object_gone' }]);
    const nothing = house.incident(house.place(), { object: null });
    await house.changed(nothing, 'opened');
    expect(await house.concluded(nothing)).toMatchObject([{ conclusion: 'not_observable', reason: 'no_object' }]);
  });

  test('because an observation cannot be read is concluded at its deadline', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    house.neighbours.silent.add('agent-observability');
    await house.seen(incident, hung(now()));
    await house.pass(55 * seconds);
    expect(await house.concluded(incident)).toMatchObject([
      { conclusion: 'not_observable', reason: 'not_observed', summary: expect.stringContaining('did not answer') },
    ]);
  });

  test('is analyzed after all when it is seen later', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.pass(55 * seconds);
    await house.concluded(incident);
    house.clock.advance(5 * minutes);
    await house.seen(incident, hung(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([
      { conclusion: 'not_observable' },
      { because: 'observed_late', conclusion: 'action_proposed' },
    ]);
  });

  test('is analyzed after all also if it had been asked for', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now(), 'checkout-a', minutes));
    await house.concluded(incident);
    await house.pass(2 * minutes);
    await eventually(async () => expect(await house.of(incident)).toMatchObject([{}, { status: 'observing' }]));
    await house.pass(55 * seconds);
    expect(await house.concluded(incident, 2)).toMatchObject([{}, { reason: 'not_observed' }]);
    await house.seenAsked(incident, hung(now()));
    expect(await house.concluded(incident, 3)).toMatchObject([
      {},
      {},
      { because: 'observed_late', conclusion: 'action_proposed' },
    ]);
  });
});

describe('an incident is analyzed', () => {
  test('again when another rule of the monitor joins, each rule and target once', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    await house.concluded(incident);
    house.clock.advance(minutes);
    await house.changed({ ...incident, rules: ['replica_shortfall', 'crash_loop'] }, 'rule_added');
    await house.seen(incident, hung(now(), 'checkout-a', 5 * minutes));
    expect(await house.concluded(incident, 2)).toMatchObject([
      {},
      {
        because: 'rule_added',
        conclusion: 'no_rule',
        reason: 'proposed_before',
        rule: 'wedged_pod',
        decision_id: null,
      },
    ]);
    await house.changed({ ...incident, rules: ['a', 'b', 'c'] }, 'rule_added');
    await house.seen(incident, hung(now(), 'checkout-b'));
    expect(await house.concluded(incident, 3)).toMatchObject([{}, {}, { conclusion: 'action_proposed' }]);
    expect((await house.decisions(incident)).map(({ target }) => target)).toEqual([
      { namespace: 'shop', pod: 'checkout-a' },
      { namespace: 'shop', pod: 'checkout-b' },
    ]);
  });

  test('by another rule not to the same end as long as the first waits', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    await house.concluded(incident);
    await house.changed({ ...incident, rules: ['a', 'b'] }, 'rule_added');
    await house.seen(incident, crashing(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([
      {},
      { reason: 'proposed_before', rule: 'stale_crash_loop' },
    ]);
  });

  test('five times an hour at most', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    for (let count = 1; count <= 5; count += 1) {
      await house.seen(incident, nothingWrong(now()));
      await house.concluded(incident, count);
      await house.changed({ ...incident, rules: Array.from({ length: count + 1 }, String) }, 'rule_added');
    }
    expect((await house.concluded(incident, 6)).at(-1)).toMatchObject({ conclusion: 'not_analysed', reason: 'cap' });
    house.clock.advance(hours + seconds);
    await house.changed({ ...incident, rules: Array.from({ length: 9 }, String) }, 'rule_added');
    await house.seen(incident, nothingWrong(now()));
    expect((await house.concluded(incident, 7)).at(-1)).toMatchObject({ conclusion: 'no_rule' });
  });

  test('not by a rule that is switched off, which it says', async () => {
    const place = house.place();
    await house.ask(place, 'PATCH', `${rules}/wedged_pod`, { body: { enabled: false } });
    const incident = house.incident(place);
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    expect(await house.concluded(incident)).toMatchObject([
      {
        conclusion: 'no_rule',
        reason: 'switched_off',
        rule: 'wedged_pod',
        summary: expect.stringContaining('switched off'),
      },
    ]);
    expect(await house.decisions(incident)).toEqual([]);
  });

  test('to nothing but advice where decisions are never carried out', async () => {
    const place = house.place();
    house.neighbours.standings.set(place.clusterId, { autonomy: 'never', kill_switch: false, worker: 'acting' });
    const incident = house.incident(place);
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    expect(await house.concluded(incident)).toMatchObject([
      {
        conclusion: 'suggestion',
        rule: 'wedged_pod',
        advice: expect.stringContaining('Restart Pod shop/checkout-a by hand'),
      },
    ]);
    expect(await house.decisions(incident)).toEqual([]);
  });
});
