import { type IncidentStatus, incidentStatuses } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, hours, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** What people make of an incident. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const steps = ['acknowledge', 'investigate', 'mitigate', 'resolve', 'reopen', 'close', 'merge'] as const;
type Step = (typeof steps)[number];

/** Where each step leads; a step that is not there is refused. */
const table: Readonly<Record<IncidentStatus, Partial<Record<Step, IncidentStatus>>>> = {
  open: {
    acknowledge: 'acknowledged',
    investigate: 'investigating',
    mitigate: 'mitigated',
    resolve: 'resolved',
    merge: 'closed',
  },
  acknowledged: { investigate: 'investigating', mitigate: 'mitigated', resolve: 'resolved', merge: 'closed' },
  investigating: { mitigate: 'mitigated', resolve: 'resolved', merge: 'closed' },
  mitigated: { resolve: 'resolved', merge: 'closed' },
  resolved: { reopen: 'open', close: 'closed' },
  closed: {},
};
const waysTo: Readonly<Record<IncidentStatus, readonly Step[]>> = {
  open: [],
  acknowledged: ['acknowledge'],
  investigating: ['investigate'],
  mitigated: ['mitigate'],
  resolved: ['resolve'],
  closed: ['resolve', 'close'],
};

const declare = async ({ who, clusterId }: Place, more: object = {}): Promise<string> => {
  const body = { cluster_id: clusterId, title: 'Checkout is slow', severity: 'high', ...more };
  return (await house.post(who, incidents, body)).id;
};

const cases = incidentStatuses.flatMap((from) =>
  steps.map((step) => ({ from, step, to: table[from][step] ?? 'refused' })),
);

/** One that is `from` goes through a step: what is answered, and how it stands then. */
async function walk(from: IncidentStatus, step: string) {
  const place = await house.place();
  const { who } = place;
  const id = await declare(place);
  for (const way of waysTo[from]) await house.post(who, `${incidents}/${id}/${way}`);
  house.clock.advance(seconds);
  const body = step === 'merge' ? { into: await declare(place) } : {};
  const { status, body: answer } = await house.ask(who, 'POST', `${incidents}/${id}/${step}`, body);
  const kind = step === 'merge' ? 'merged' : 'status';
  const { data } = await house.get(who, `${incidents}/${id}/timeline?kind=${kind}`);
  return { who, status, answer, now: await house.get(who, `${incidents}/${id}`), entry: data[0] };
}

describe('each step', () => {
  test.for(cases.filter(({ to }) => to !== 'refused'))(
    '$step of one that is $from leads to $to',
    async ({ from, step, to }) => {
      const { who, status, answer, now, entry } = await walk(from, step);
      expect([status, answer.status, now.status]).toEqual([200, to, to]);
      const data = step === 'merge' ? {} : { from, to };
      expect(entry).toMatchObject({ actor: { type: 'user', id: who.claims.sub }, data });
    },
  );

  test.for(cases.filter(({ to }) => to === 'refused'))(
    '$step of one that is $from is refused',
    async ({ from, step }) => {
      const { status, answer, now } = await walk(from, step);
      expect({ status, code: answer.error.code, now: now.status }).toEqual({
        status: 409,
        code: 'invalid_state',
        now: from,
      });
      expect(answer.error.message).toContain(`is ${from}: cannot ${step}`);
      for (const possible of Object.keys(table[from])) expect(answer.error.message).toContain(possible);
    },
  );

  test('stamps when it was done, and whoever goes on with it has seen it', async () => {
    const place = await house.place();
    const { who } = place;
    const id = await declare(place);
    house.clock.advance(5 * minutes);
    const at = house.clock.now().toISOString();
    expect(
      await house.post(who, `${incidents}/${id}/mitigate`, { note: 'Traffic goes to the other region.' }),
    ).toMatchObject({
      acknowledged_at: at,
      mitigated_at: at,
      resolved_at: null,
    });
    const [entry] = (await house.get(who, `${incidents}/${id}/timeline?kind=status`)).data;
    expect(entry).toMatchObject({ summary: 'Mitigated.', text: 'Traffic goes to the other region.' });
    house.clock.advance(5 * minutes);
    const later = house.clock.now().toISOString();
    const resolved = await house.post(who, `${incidents}/${id}/resolve`, { root_cause: 'A full disk.' });
    expect(resolved).toMatchObject({
      resolution: 'fixed',
      root_cause: 'A full disk.',
      resolved_at: later,
      acknowledged_at: at,
    });
    expect(await house.post(who, `${incidents}/${id}/close`)).toMatchObject({ status: 'closed', closed_at: later });
  });

  test('is for people and their service accounts', async () => {
    const place = await house.place();
    const id = await declare(place);
    const program = { tenantId: place.tenantId, claims: { kind: 'service' as const } };
    // What happens within one millisecond is in no order.
    house.clock.advance(1_000);
    expect(await house.post(program, `${incidents}/${id}/acknowledge`)).toMatchObject({ status: 'acknowledged' });
    const [entry] = (await house.get(program, `${incidents}/${id}/timeline?kind=status`)).data;
    expect(entry.actor.type).toBe('service_account');
  });
});

describe('one that a person has resolved', () => {
  const sent = (more: object = {}) => ({
    signals: [{ key: 'k', rule: 'latency', severity: 'high', message: 'slow', object: deployment('cart'), ...more }],
  });
  const only = async ({ who }: Place) => (await house.get(who, incidents)).data[0];

  test('while its signals fire says so; those open no other until they begin anew', async () => {
    const place = await house.place();
    const { who } = place;
    await house.post(who, signals, sent());
    const { id } = await only(place);
    expect(await house.post(who, `${incidents}/${id}/resolve`)).toMatchObject({ firing: 1, status: 'resolved' });
    const [entry] = (await house.get(who, `${incidents}/${id}/timeline?kind=status`)).data;
    expect(entry.summary).toContain('1 of its signals still fire');
    house.clock.advance(minutes);
    await house.post(who, signals, sent());
    await house.post(who, signals, sent({ key: 'other', state: 'ended' }));
    expect((await house.get(who, incidents)).total).toBe(1);
    house.clock.advance(minutes);
    await house.post(who, signals, sent({ state: 'ended' }));
    expect(await only(place)).toMatchObject({ status: 'resolved', firing: 0 });
    house.clock.advance(minutes);
    await house.post(who, signals, sent());
    const { total, data } = await house.get(who, incidents);
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ status: 'open', recurrence: 1, previous_incident_id: id, signal_count: 1 });
  });

  test('opens another at once for another signal of the same object', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    const { id } = await only(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    house.clock.advance(seconds);
    await house.post(place.who, signals, sent({ key: 'other', rule: 'errors' }));
    expect(await only(place)).toMatchObject({ status: 'open', previous_incident_id: id, firing: 1 });
    // It goes on in the other.
    expect(await house.ask(place.who, 'POST', `${incidents}/${id}/reopen`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining('has come back since') } },
    });
  });

  test('may be reopened within a day, with what fires of it, and not after', async () => {
    const place = await house.place();
    const { who } = place;
    await house.post(who, signals, sent());
    const { id } = await only(place);
    await house.post(who, `${incidents}/${id}/resolve`);
    await house.pass(23 * hours);
    expect(await house.post(who, `${incidents}/${id}/reopen`)).toMatchObject({
      status: 'open',
      firing: 1,
      resolution: null,
      resolved_at: null,
      resolves_at: null,
    });
    await house.post(who, signals, sent({ state: 'ended' }));
    await house.pass(5 * minutes);
    expect(await only(place)).toMatchObject({ status: 'resolved', resolution: 'self_healed' });
    house.clock.advance(24 * hours + seconds);
    // Before anybody has closed it.
    expect(await house.ask(who, 'POST', `${incidents}/${id}/reopen`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('more than 24 hours ago') } },
    });
    await house.round();
    expect(await only(place)).toMatchObject({ status: 'closed', closed_at: house.clock.now().toISOString() });
  });
});

describe('a person and time at one instant', () => {
  test('one of them resolves it, and that is told once', async () => {
    const places = await Promise.all(Array.from({ length: 12 }, () => house.place()));
    const sent = { key: 'k', rule: 'latency', severity: 'high', message: 'slow', object: deployment('cart') };
    const ids: string[] = [];
    for (const { who } of places) {
      await house.post(who, signals, { signals: [sent] });
      await house.post(who, signals, { signals: [{ ...sent, state: 'ended' }] });
      ids.push((await house.get(who, incidents)).data[0].id);
    }
    house.clock.advance(5 * minutes);
    const [answers] = await Promise.all([
      Promise.all(
        places.map(({ who }, index) =>
          house.ask(who, 'POST', `${incidents}/${ids[index]}/resolve`, { resolution: 'fixed' }),
        ),
      ),
      house.round(),
      house.round(),
    ]);
    for (const [index, { who, tenantId }] of places.entries()) {
      const { status, resolution } = await house.get(who, `${incidents}/${ids[index]}`);
      const byPerson = answers[index]?.status === 200;
      expect({ status, resolution }).toEqual({ status: 'resolved', resolution: byPerson ? 'fixed' : 'self_healed' });
      expect([200, 409]).toContain(answers[index]?.status);
      expect(await house.told(tenantId, 'incident.resolved')).toHaveLength(1);
      expect((await house.get(who, `${incidents}/${ids[index]}/timeline?kind=status`)).total).toBe(1);
    }
  });
});
