import type { Decision } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { crashing, hung, verdictOf } from './cases.ts';
import { type House, type Incident, minutes, seconds, startHouse } from './house.ts';

/** What becomes of a decision, and what follows from that for its incident. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.neighbours.silent.clear());
afterAll(() => house.stop());

const now = () => house.clock.now();

/** An incident with a proposal to restart the pod that hangs. */
async function proposed(more: Partial<Incident> = {}): Promise<{ incident: Incident; decision: Decision }> {
  const incident = house.incident(house.place(), more);
  await house.changed(incident, 'opened');
  await house.seen(incident, hung(now()));
  await house.concluded(incident);
  const [decision] = await house.decisions(incident);
  if (decision === undefined) throw new Error('nothing was proposed');
  house.clock.advance(seconds);
  return { incident, decision };
}

const withdrawalsOf = (id: string) => house.neighbours.withdrawn.filter((one) => one.id === id);
const isWithdrawn = (id: string) => eventually(async () => expect(withdrawalsOf(id)).toHaveLength(1));
const stateOf = async ({ tenantId }: Incident, { decision_id: id }: Decision) => {
  const [row] = await house.db.tenant(tenantId, (db) =>
    db.query<{ state: string }>(
      'SELECT state FROM agent_analysis.decisions WHERE tenant_id = kit.tenant() AND id = $1',
      [id],
    ),
  );
  return row?.state;
};
const becomes = (incident: Incident, decision: Decision, state: string) =>
  eventually(async () => expect(await stateOf(incident, decision)).toBe(state));
/** One more rule of the monitor joins, and the same is seen again. */
const seenAgain = async (incident: Incident, count: number) => {
  const rules = Array.from({ length: count + 1 }, String);
  await house.changed({ ...incident, rules }, 'rule_added');
  await house.seen(incident, hung(now()));
  return house.concluded(incident, count + 1);
};

describe('a proposal whose trouble goes away', () => {
  test.each(['quiet', 'ended'] as const)('by itself (%s) is withdrawn, with the reason', async (change) => {
    const { incident, decision } = await proposed();
    await house.changed(incident, change);
    await isWithdrawn(decision.decision_id);
    expect(withdrawalsOf(decision.decision_id)[0]?.reason).toMatch(change === 'quiet' ? /by itself/ : /is over/);
    await becomes(incident, decision, 'withdrawn');
  });

  test('may be proposed again when it comes back, because nobody had decided', async () => {
    const { incident, decision } = await proposed();
    await house.changed(incident, 'quiet');
    await becomes(incident, decision, 'withdrawn');
    house.clock.advance(minutes);
    await house.changed(incident, 'returned');
    await house.seenAsked(incident, hung(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([
      {},
      { because: 'returned', conclusion: 'action_proposed' },
    ]);
    const [, again] = await house.decisions(incident);
    expect(again).toMatchObject({ target: decision.target });
    expect(again?.decision_id).not.toBe(decision.decision_id);
  });

  test('is proposed again also if it comes back before that was withdrawn', async () => {
    const { incident, decision } = await proposed();
    house.neighbours.silent.add('action-agent');
    await house.changed(incident, 'quiet');
    expect(await stateOf(incident, decision)).toBe('withdrawing');
    house.clock.advance(minutes);
    await house.changed(incident, 'returned');
    expect(await house.of(incident)).toHaveLength(1);
    house.neighbours.silent.clear();
    await becomes(incident, decision, 'withdrawn');
    await house.seenAsked(incident, hung(now()));
    await house.concluded(incident, 2);
    expect(await house.decisions(incident)).toHaveLength(2);
  });

  test('stays as it is where its action has begun', async () => {
    const { incident, decision } = await proposed();
    house.neighbours.begun.add(decision.decision_id);
    await house.changed(incident, 'quiet');
    await isWithdrawn(decision.decision_id);
    await becomes(incident, decision, 'pending');
    house.clock.advance(minutes);
    await house.changed(incident, 'returned');
    await house.ended(decision);
    await becomes(incident, decision, 'ended');
    expect(await house.of(incident)).toHaveLength(1);
  });

  test('is not withdrawn by what came late', async () => {
    const { incident, decision } = await proposed();
    const before = new Date(now().getTime() - minutes).toISOString();
    await house.changed(incident, 'quiet', { at: before });
    await house.changed(incident, 'ended', { at: before });
    expect(await stateOf(incident, decision)).toBe('pending');
    expect(withdrawalsOf(decision.decision_id)).toEqual([]);
  });

  test('before anything was concluded is concluded as recovered', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    house.clock.advance(seconds);
    await house.changed(incident, 'quiet');
    expect(await house.concluded(incident)).toMatchObject([{ conclusion: 'recovered', reason: null }]);
    await house.seen(incident, hung(now()));
    expect(await house.decisions(incident)).toEqual([]);
    house.clock.advance(seconds);
    await house.changed(incident, 'returned');
    await house.seenAsked(incident, hung(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([{}, { conclusion: 'action_proposed' }]);
  });

  test('whose end is heard of before its beginning proposes nothing', async () => {
    const incident = house.incident(house.place());
    const at = now().toISOString();
    house.clock.advance(seconds);
    await house.changed(incident, 'ended');
    await house.changed(incident, 'opened', { at });
    await house.seen(incident, hung(now()));
    expect(await house.concluded(incident)).toMatchObject([{ conclusion: 'recovered', reason: 'incident_over' }]);
    expect(await house.decisions(incident)).toEqual([]);
  });
});

describe('what was decided upon is not proposed again in that incident', () => {
  const person = { type: 'user', id: '019cad00-0000-7000-8000-000000000111' } as const;

  test.each([
    ['rejected', { status: 'rejected', started_at: null, decided_by: person }],
    ['expired', { status: 'expired', started_at: null }],
    ['canceled by a person', { status: 'canceled', started_at: null, decided_by: person }],
    ['refused', { status: 'failed', result: 'refused' }],
    ['carried out', { status: 'success' }],
  ] as const)('once it was %s', async (_, ending) => {
    const { incident, decision } = await proposed();
    await house.ended(decision, ending);
    expect(await stateOf(incident, decision)).toBe('ended');
    expect(await seenAgain(incident, 1)).toMatchObject([{}, { reason: 'proposed_before' }]);
    expect(await house.decisions(incident)).toHaveLength(1);
  });

  test('but may be in the next one, which tells what came of it', async () => {
    const first = await proposed();
    await house.ended(first.decision, { status: 'success' });
    await house.judged(first.incident.tenantId, verdictOf(first.decision, 'relapsed', now()));
    const { tenantId, cluster_id: clusterId, incident_id: previous } = first.incident;
    const next = house.incident({ tenantId, clusterId }, { previous_incident_id: previous });
    await house.changed(next, 'opened');
    await house.seen(next, hung(now()));
    expect(await house.concluded(next)).toMatchObject([
      {
        conclusion: 'action_proposed',
        summary: expect.stringContaining(
          'In the incident before, restart pod (a pod hangs) was proposed: the trouble ended and came back within 30 minutes.',
        ),
      },
    ]);
  });

  test('which tells that it was rejected', async () => {
    const { incident, decision } = await proposed();
    await house.ended(decision, { status: 'rejected', started_at: null, decided_by: person });
    const { tenantId, cluster_id: clusterId, incident_id: previous } = incident;
    const next = house.incident({ tenantId, clusterId }, { previous_incident_id: previous });
    await house.changed(next, 'opened');
    await house.seen(next, hung(now()));
    expect(await house.concluded(next)).toMatchObject([{ summary: expect.stringContaining('it was rejected.') }]);
  });
});

describe('what did not help', () => {
  test.each(['not_cured', 'relapsed', 'worse', 'failed'] as const)(
    '(%s) is analyzed again, for another rule',
    async (verdict) => {
      const { incident, decision } = await proposed();
      await house.ended(decision);
      await house.judged(incident.tenantId, verdictOf(decision, verdict, now()));
      await house.seenAsked(incident, crashing(now()));
      expect(await house.concluded(incident, 2)).toMatchObject([
        { rule: 'wedged_pod' },
        { because: 'not_cured', conclusion: 'action_proposed', rule: 'stale_crash_loop' },
      ]);
      // The same once more, and the same once more seen: neither is news.
      await house.judged(incident.tenantId, verdictOf(decision, verdict, now()));
      expect(await house.of(incident)).toHaveLength(2);
    },
  );

  test.each(['cured', 'not_run', 'unknown'] as const)('is not what was %s', async (verdict) => {
    const { incident, decision } = await proposed();
    await house.ended(decision);
    await house.judged(incident.tenantId, verdictOf(decision, verdict, now()));
    expect(await house.of(incident)).toHaveLength(1);
  });

  test('is not looked into once the incident is over', async () => {
    const { incident, decision } = await proposed();
    await house.ended(decision);
    await house.changed(incident, 'ended');
    await house.judged(incident.tenantId, verdictOf(decision, 'not_cured', now()));
    expect(await house.of(incident)).toHaveLength(1);
  });
});
