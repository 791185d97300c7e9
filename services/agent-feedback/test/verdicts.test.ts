import { randomUUID } from 'node:crypto';
import type { CanaryFigures } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hours, type House, minutes, type Place, seconds, startHouse, verdicts } from './house.ts';
import { healthy, issueAbout } from './neighbours.ts';
import { type Action, actionOf, ended, incident, phase, ruleId, started } from './said.ts';

/** How verdicts come about, from what the neighbours say. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const only = async ({ who }: Place) => {
  const { data, total } = await house.get(who, verdicts);
  expect(total).toBe(1);
  return data[0];
};
const now = () => house.clock.now();
const after = (ms: number) => new Date(now().getTime() + ms).toISOString();
const grace = 15 * seconds;

/** An action that has just ended well, after half a minute. */
async function done(place: Place, more: Partial<Action> = {}) {
  const action = actionOf(place.clusterId, more);
  const startedAt = now();
  await house.say(place.tenantId, started(action, startedAt));
  house.clock.advance(30 * seconds);
  await house.say(place.tenantId, ended(action, startedAt, now()));
  await house.round();
  return action;
}

async function say(place: Place, action: Action, change: Parameters<typeof incident>[1], more = {}) {
  await house.say(place.tenantId, incident(action, change, now(), more));
  await house.round();
}

describe('an action whose incident becomes quiet within ten minutes', () => {
  test('has cured it when that lasts for half an hour, and says so once', async () => {
    const place = house.place();
    const action = await done(place);
    expect(await only(place)).toMatchObject({
      decision_id: action.decision_id,
      action_id: action.action_id,
      incident_id: action.incident_id,
      cluster_id: place.clusterId,
      rule_id: ruleId,
      target_key: `${place.clusterId}/pod/shop/checkout-6c9f7d5b8-x2v4q`,
      automatic: false,
      state: 'pending',
      verdict: null,
      final_by: after(40 * minutes + grace),
      ended_at: after(0),
      reached_at: null,
    });
    house.clock.advance(2 * minutes);
    await say(place, action, 'quiet');
    await house.pass(30 * minutes + grace - 1);
    expect(await only(place)).toMatchObject({ state: 'pending' });
    await house.pass(1);
    const summary = 'The incident became quiet 2 min after the action ended and stayed so for 30 min.';
    const final = {
      state: 'final',
      verdict: 'cured',
      summary,
      measured: { verdict: 'cured', summary, quiet_after_seconds: 120, back_after_seconds: null, score_before: null },
      final_by: null,
      reached_at: after(0),
      overruled_by: null,
    };
    expect(await only(place)).toMatchObject(final);
    await house.pass(hours);
    expect(await house.told(place.tenantId)).toEqual([
      {
        verdict_id: (await only(place)).id,
        decision_id: action.decision_id,
        action_id: action.action_id,
        incident_id: action.incident_id,
        cluster_id: place.clusterId,
        rule_id: ruleId,
        action: 'restart_pod',
        target_key: `${place.clusterId}/pod/shop/checkout-6c9f7d5b8-x2v4q`,
        verdict: 'cured',
        automatic: false,
        overruled: false,
        summary,
        reached_at: final.reached_at,
      },
    ]);
    expect(
      await house.db.look('SELECT 1 FROM agent_feedback.due_verdicts WHERE tenant_id = $1', [place.tenantId]),
    ).toEqual([]);
  });

  test('has not cured it for good when it is back at minute 29', async () => {
    const place = house.place();
    const action = await done(place);
    await say(place, action, 'quiet');
    house.clock.advance(29 * minutes);
    await say(place, action, 'returned');
    expect(await only(place)).toMatchObject({
      verdict: 'relapsed',
      summary: 'The incident was quiet when the action ended and came back 29 min later.',
      measured: { quiet_after_seconds: 0, back_after_seconds: 29 * 60 },
    });
  });

  test('has cured it when it is back at minute 31', async () => {
    const place = house.place();
    const action = await done(place);
    await say(place, action, 'quiet');
    await house.pass(31 * minutes);
    await say(place, action, 'returned');
    expect(await only(place)).toMatchObject({ verdict: 'cured' });
    expect(await house.told(place.tenantId)).toHaveLength(1);
  });

  test('has relapsed when another incident follows it within the half hour', async () => {
    const place = house.place();
    const action = await done(place);
    await say(place, action, 'quiet');
    house.clock.advance(5 * minutes);
    await say(place, action, 'ended', { resolution: 'self_healed' });
    house.clock.advance(5 * minutes);
    await house.say(
      place.tenantId,
      incident({ ...action, incident_id: randomUUID() }, 'opened', now(), { previous_incident_id: action.incident_id }),
    );
    await house.round();
    expect(await only(place)).toMatchObject({
      verdict: 'relapsed',
      summary: 'The incident was quiet when the action ended and was back as another one 10 min later.',
    });
  });
});

describe('an action whose incident goes on', () => {
  test('has not cured it', async () => {
    const place = house.place();
    const action = await done(place);
    await house.say(place.tenantId, incident(action, 'rule_added', now()));
    await house.pass(10 * minutes + grace);
    expect(await only(place)).toMatchObject({
      verdict: 'not_cured',
      summary: 'The incident was not quiet 10 min after the action ended.',
    });
  });

  test('and whose cluster was cut off in between is unknown', async () => {
    const place = house.place();
    await done(place);
    await house.say(place.tenantId, phase(place.clusterId, 'Unreachable', now()));
    house.clock.advance(3 * minutes);
    await house.say(place.tenantId, phase(place.clusterId, 'Ready', now()));
    await house.pass(7 * minutes + grace);
    const found = await only(place);
    expect(found.verdict).toBe('unknown');
    expect(found.summary).toMatch(/^The cluster was not observed from \d\d:\d\d UTC to \d\d:\d\d UTC/);
  });
});

describe('an action that did not do what it was to do', () => {
  const told = async (
    place: Place,
    action: Action,
    more: Parameters<typeof ended>[3],
    startedAt: Date | null = now(),
  ) => {
    await house.say(place.tenantId, ended(action, startedAt, now(), more));
    await house.round();
    return only(place);
  };

  test('has failed', async () => {
    const place = house.place();
    const error = { code: 'rollout_stalled', message: '2 of 3 replicas are available.' };
    expect(
      await told(place, actionOf(place.clusterId), { status: 'failed', result: 'rollout_stalled', error }),
    ).toMatchObject({ verdict: 'failed', summary: 'The action failed: 2 of 3 replicas are available.' });
  });

  test('made it worse when its canary took it back', async () => {
    const place = house.place();
    const target = { namespace: 'shop', deployment_name: 'checkout', replicas: 6 };
    const action = actionOf(place.clusterId, { action: 'scale_deployment', target });
    const canary: CanaryFigures = {
      verdict: 'reverted',
      why: null,
      score_before: 88,
      score_after: 71.5,
      allowed_drop: 10,
      settle_seconds: 60,
      settles_at: null,
      issues: [],
      replicas_before: 4,
      replicas_after: 6,
    };
    expect(await told(place, action, { status: 'failed', result: 'reverted', details: { canary } })).toMatchObject({
      verdict: 'worse',
      summary: 'The action was taken back: the health score fell from 88 to 71.5.',
      target_key: `${place.clusterId}/deployment/shop/checkout`,
    });
  });

  test.each([
    ['rejected', { status: 'rejected' }, 'A person rejected the action.'],
    ['expired', { status: 'expired' }, 'The action expired because nobody decided about it.'],
    ['withdrawn', { status: 'canceled' }, 'The action was canceled before it began.'],
  ] as const)('was not run when it was %s', async (_how, more, summary) => {
    const place = house.place();
    expect(await told(place, actionOf(place.clusterId), more, null)).toMatchObject({ verdict: 'not_run', summary });
  });

  test('was not run when it was refused, or in dry mode, or canceled on its way', async () => {
    const error = { code: 'kill_switch', message: 'The kill switch is engaged.' };
    for (const [more, summary] of [
      [{ status: 'failed', result: 'refused', error }, 'The action was refused: The kill switch is engaged.'],
      [{ result: 'dry_run' }, 'Dry mode was on: nothing was changed.'],
      [{ status: 'canceled' }, 'The action was canceled after it had begun.'],
    ] as const) {
      const place = house.place();
      expect(await told(place, actionOf(place.clusterId), more)).toMatchObject({ verdict: 'not_run', summary });
    }
  });

  test('is unknown when its decision named no incident', async () => {
    const place = house.place();
    const action = actionOf(place.clusterId, { incident_id: null });
    expect(await told(place, action, {})).toMatchObject({ verdict: 'unknown', incident_id: null });
  });

  test('is not judged when a person asked for it directly', async () => {
    const place = house.place();
    const action = actionOf(place.clusterId, { decision_id: null, proposed_by: null });
    await house.say(place.tenantId, started(action, now()), ended(action, now(), now()));
    expect(await house.get(place.who, verdicts)).toMatchObject({ total: 0 });
  });
});

describe('an action whose end is never told', () => {
  test('is unknown an hour after it must have ended, until the end is told after all', async () => {
    const place = house.place();
    const action = actionOf(place.clusterId);
    const begun = now();
    await house.say(place.tenantId, started(action, begun));
    expect(await only(place)).toMatchObject({ state: 'pending', ended_at: null, final_by: after(70 * minutes) });
    await house.pass(70 * minutes);
    expect(await only(place)).toMatchObject({
      verdict: 'unknown',
      summary: 'The action agent never reported how the action ended.',
    });
    await house.say(place.tenantId, ended(action, begun, new Date(begun.getTime() + minutes), { status: 'failed' }));
    await house.round();
    expect(await only(place)).toMatchObject({ verdict: 'failed' });
    expect((await house.told(place.tenantId)).map(({ verdict }) => verdict)).toEqual(['unknown', 'failed']);
  });
});

describe('the health of the cluster', () => {
  const deployment = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };

  test('makes it worse when the score fell by ten with something new on the target', async () => {
    const place = house.place();
    const action = await done(place);
    const issue = issueAbout(deployment, now());
    house.neighbours.health.set(place.clusterId, { before: 90, now: healthy(78, [issue]) });
    await say(place, action, 'quiet');
    await house.pass(30 * minutes + grace);
    expect(await only(place)).toMatchObject({
      verdict: 'worse',
      summary:
        'The health score fell from 90 to 78 since the action began, with a new issue on its target: crash_loop.',
      measured: { score_before: 90, score_after: 78, new_issues: ['crash_loop'] },
    });
  });

  test('does not when what is new was meant, expected, older, or on something else', async () => {
    const node = { kind: 'Node', namespace: null, name: 'a' };
    const place = house.place();
    const old = issueAbout(node, now());
    house.clock.advance(minutes);
    const action = await done(place, { action: 'drain_node', target: { node_name: 'a' } });
    const issues = [
      old,
      issueAbout(node, now(), { reason: 'node_cordoned' }),
      issueAbout(node, now(), { reason: 'node_pressure', expected: true }),
      issueAbout(deployment, now()),
    ];
    house.neighbours.health.set(place.clusterId, { before: 90, now: healthy(60, issues) });
    await say(place, action, 'quiet');
    await house.pass(30 * minutes + grace);
    expect(await only(place)).toMatchObject({ verdict: 'cured', measured: { score_after: 60, new_issues: [] } });
  });

  test('makes it unknown when it is stale', async () => {
    const place = house.place();
    await done(place);
    house.neighbours.health.set(place.clusterId, { before: 90, now: { ...healthy(90), stale: true } });
    await house.pass(10 * minutes + grace);
    expect(await only(place)).toMatchObject({
      verdict: 'unknown',
      summary:
        'The cluster was not observed any more at the end of the window; its last sign of life was at 12:00 UTC.',
    });
  });

  test('is not claimed when nobody answers, or when it is asked much too late', async () => {
    const [first, second] = [house.place(), house.place()];
    for (const place of [first, second]) await say(place, await done(place), 'quiet');
    house.neighbours.health.set(second.clusterId, { before: 90, now: healthy(10, [issueAbout(deployment, now())]) });
    await house.pass(3 * hours);
    for (const place of [first, second])
      expect(await only(place)).toMatchObject({
        verdict: 'cured',
        measured: { score_before: null, score_after: null, new_issues: [] },
      });
  });
});
