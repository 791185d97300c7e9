import type { Verdict } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hung, pastVerdict, verdictOf } from './cases.ts';
import { type House, type Incident, minutes, type Place, rules, seconds, settings, startHouse } from './house.ts';
import type { StandingTold } from './neighbours.ts';

/** When a decision may run by itself, from the records that feedback has told of. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const now = () => house.clock.now();
const auto: StandingTold = { autonomy: 'auto', kill_switch: false, worker: 'acting' };

/** A tenant in which wedged_pod has cured so many, and may act by itself. */
async function trusting(cured = 7, standing: StandingTold = auto): Promise<Place> {
  const place = house.place();
  house.neighbours.standings.set(place.clusterId, standing);
  await judged(place, 'cured', cured);
  return place;
}

async function judged(place: Place, verdict: Verdict, count = 1, more = {}): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    house.clock.advance(seconds);
    await house.judged(place.tenantId, pastVerdict(place.clusterId, verdict, now(), more));
  }
}

async function analyzed(place: Place, more: Partial<Incident> = {}, pod?: string) {
  const incident = house.incident(place, more);
  await house.changed(incident, 'opened');
  await house.seen(incident, hung(now(), pod));
  const [analysis] = await house.concluded(incident);
  const decisions = await house.decisions(incident);
  return { incident, analysis, decision: decisions[0] };
}

const failing = ({ conditions = [] }: { conditions?: readonly { name: string; holds: boolean }[] } = {}) =>
  conditions.filter(({ holds }) => !holds).map(({ name }) => name);
const ruleOf = async (place: Place) =>
  (await house.get(place, rules)).data.find(({ name }: { name: string }) => name === 'wedged_pod');

describe('a decision runs by itself', () => {
  test('when every line holds, with the record that it is trusted for', async () => {
    const { analysis, decision } = await analyzed(await trusting());
    expect(decision).toMatchObject({ AutoApprove: true, confidence: expect.closeTo(0.81, 2) });
    expect(analysis).toMatchObject({ automatic: true, asked_because: null, confidence: expect.closeTo(0.81, 2) });
    expect(failing(analysis)).toEqual([]);
    expect(analysis?.conditions.find(({ name }) => name === 'confidence')?.words).toContain('7 of 7 helped');
  });

  test.each<[string, number, StandingTold, string]>([
    ['the record is too short', 4, auto, 'confidence'],
    ['the record is too weak', 6, auto, 'confidence'],
    ['autonomy is not set', 7, { ...auto, autonomy: null }, 'autonomy'],
    ['autonomy is ask', 7, { ...auto, autonomy: 'ask' }, 'autonomy'],
    ['the kill switch is engaged', 7, { ...auto, kill_switch: true }, 'kill_switch'],
    ['no worker acts', 7, { ...auto, worker: 'none' }, 'worker'],
  ])('not when %s', async (_, cured, standing, line) => {
    const { analysis, decision } = await analyzed(await trusting(cured, standing));
    expect(decision).toMatchObject({ AutoApprove: false });
    expect(failing(analysis)).toEqual([line]);
    expect(analysis).toMatchObject({ automatic: false, asked_because: expect.stringMatching(/\w/) });
  });

  test('not with the record of another tenant, cluster or rule', async () => {
    const place = await trusting(0);
    await judged(await trusting(0), 'cured', 9);
    await judged(place, 'cured', 9, { rule_id: null });
    await judged(place, 'cured', 9, { action: 'cordon_node' });
    expect(failing((await analyzed(place)).analysis)).toEqual(['confidence']);
    // Its own, from another cluster of it, counts.
    await judged({ ...place, clusterId: house.place().clusterId }, 'cured', 7);
    expect(failing((await analyzed(place)).analysis)).toEqual([]);
  });

  test('not above the confidence that the tenant asks for', async () => {
    const place = await trusting();
    await house.ask(place, 'PATCH', settings, { body: { auto_from: 0.9 } });
    expect((await analyzed(place)).analysis).toMatchObject({ asked_because: expect.stringContaining('0.9 is needed') });
  });

  test('once for an incident', async () => {
    const place = await trusting();
    const { incident, decision } = await analyzed(place);
    expect(decision).toMatchObject({ AutoApprove: true });
    house.clock.advance(minutes);
    await house.changed({ ...incident, rules: ['a', 'b'] }, 'rule_added');
    await house.seen(incident, hung(now(), 'checkout-b'));
    const [, second] = await house.concluded(incident, 2);
    expect(failing(second)).toEqual(['first_in_incident']);
  });

  test('not on a target that was not cured when it was last acted on', async () => {
    const place = await trusting(20);
    const first = await analyzed(place, {}, 'checkout-q');
    if (first.decision === undefined) throw new Error('nothing was proposed');
    await house.judged(place.tenantId, verdictOf(first.decision, 'not_cured', now()));
    expect(failing((await analyzed(place, {}, 'checkout-q')).analysis)).toEqual(['target_cured']);
    expect(failing((await analyzed(place, {}, 'checkout-r')).analysis)).toEqual([]);
    const overruled = verdictOf(first.decision, 'cured', now(), { overruled: true });
    await house.judged(place.tenantId, overruled);
    expect(failing((await analyzed(place, {}, 'checkout-q')).analysis)).toEqual([]);
  });
});

describe('a rule that acted badly by itself', () => {
  const bad = (place: Place, verdict: Verdict = 'not_cured', more = {}) =>
    judged(place, verdict, 1, { automatic: true, ...more });

  test('twice asks again, until an administrator resumes it', async () => {
    const place = await trusting(40);
    await bad(place);
    expect((await analyzed(place)).analysis).toMatchObject({ automatic: true });
    await bad(place, 'relapsed');
    const { analysis } = await analyzed(place);
    expect(failing(analysis)).toEqual(['not_paused']);
    expect(await ruleOf(place)).toMatchObject({
      paused: { since: now().toISOString(), why: expect.stringContaining('2 of its last 2 automatic actions') },
      record: { judged: 42, cured: 40 },
    });
    await judged(place, 'cured', 9, { automatic: true });
    expect(failing((await analyzed(place)).analysis)).toEqual(['not_paused']);
    house.clock.advance(seconds);
    const resumed = await house.ask(place, 'POST', `${rules}/wedged_pod/resume`);
    expect(resumed).toMatchObject({ status: 200, body: { paused: null } });
    expect(failing((await analyzed(place)).analysis)).toEqual([]);
    // One from before no longer counts, so one more is not two.
    await bad(place);
    expect((await ruleOf(place)).paused).toBeNull();
    await bad(place);
    expect((await ruleOf(place)).paused).not.toBeNull();
    expect(await house.ask(await trusting(), 'POST', `${rules}/wedged_pod/resume`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state' } },
    });
  });

  test('stays paused when a person overrules one of them', async () => {
    const place = await trusting(40);
    const first = pastVerdict(place.clusterId, 'failed', now(), { automatic: true });
    await house.judged(place.tenantId, first);
    await bad(place);
    await house.judged(place.tenantId, {
      ...first,
      verdict: 'cured',
      overruled: true,
      reached_at: now().toISOString(),
    });
    expect((await ruleOf(place)).paused).not.toBeNull();
    expect(await ruleOf(place)).toMatchObject({ record: { judged: 42, cured: 41 } });
  });

  test('is not paused by what people had approved', async () => {
    const place = await trusting(40);
    await judged(place, 'failed', 3);
    expect((await ruleOf(place)).paused).toBeNull();
  });
});

describe('a verdict', () => {
  test('that a person overruled stays as they said, whichever is heard first, and however often', async () => {
    const place = await trusting(0);
    const measured = pastVerdict(place.clusterId, 'not_cured', now());
    const later = new Date(now().getTime() + minutes).toISOString();
    const overruled = { ...measured, verdict: 'cured' as const, overruled: true, reached_at: later };
    for (const order of [
      [measured, overruled, measured],
      [overruled, measured, overruled],
    ]) {
      for (const one of order) await house.judged(place.tenantId, one);
      expect(await ruleOf(place)).toMatchObject({ record: { judged: 1, cured: 1, measured: false, confidence: 0.7 } });
    }
  });
});
