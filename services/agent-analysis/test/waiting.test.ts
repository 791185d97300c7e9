import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deadNode, hung } from './cases.ts';
import { type House, hours, minutes, seconds, startHouse } from './house.ts';

/** What an analysis waits for: the end of a maintenance window, or time alone. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.neighbours.silent.clear());
afterAll(() => house.stop());

const now = () => house.clock.now();
const node = { kind: 'Node', namespace: null, name: 'node-7' };

describe('a maintenance window', () => {
  const window = (incident: ReturnType<House['incident']>, more = {}) =>
    house.neighbours.windows.push({
      id: incident.incident_id,
      tenant_id: incident.tenantId,
      name: 'patching',
      cluster_id: incident.cluster_id,
      namespaces: null,
      nodes: null,
      ends_at: new Date(now().getTime() + hours).toISOString(),
      ...more,
    });

  test('that is on keeps an incident from being analyzed until its end', async () => {
    const incident = house.incident(house.place());
    window(incident);
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    const ends = new Date(now().getTime() + hours).toISOString();
    expect(await house.concluded(incident)).toMatchObject([
      { conclusion: 'not_analysed', reason: 'window', again_at: ends, summary: expect.stringContaining('patching') },
    ]);
    await house.pass(hours - seconds);
    expect(await house.of(incident)).toHaveLength(1);
    await house.pass(seconds);
    await house.seenAsked(incident, hung(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([
      {},
      { because: 'looked_again', conclusion: 'action_proposed' },
    ]);
  });

  test.each([
    ['another namespace', { namespaces: ['other'] }, 'action_proposed'],
    ['its namespace', { namespaces: ['shop'] }, 'not_analysed'],
    ['the node of what is in trouble', { nodes: ['node-1'] }, 'not_analysed'],
    ['another node', { nodes: ['node-2'] }, 'action_proposed'],
    ['another cluster', { cluster_id: '019cad00-0000-7000-8000-000000000999' }, 'action_proposed'],
    ['another tenant', { tenant_id: '019cad00-0000-7000-8000-000000000999' }, 'action_proposed'],
  ])('of %s', async (_, more, conclusion) => {
    const incident = house.incident(house.place());
    window(incident, more);
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    expect(await house.concluded(incident)).toMatchObject([{ conclusion }]);
  });

  test('that nobody can say anything of is told as unknown, and a person is asked', async () => {
    const incident = house.incident(house.place());
    house.neighbours.silent.add('incidents').add('action-agent');
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now()));
    const [analysis] = await house.concluded(incident);
    expect(analysis).toMatchObject({ conclusion: 'action_proposed', automatic: false });
    expect(analysis?.conditions.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([
      'autonomy',
      'confidence',
      'kill_switch',
      'no_window',
      'worker',
    ]);
  });
});

describe('a rule that lacks nothing but time', () => {
  test('has the incident looked at again then', async () => {
    const incident = house.incident(house.place());
    await house.changed(incident, 'opened');
    await house.seen(incident, hung(now(), 'checkout-a', minutes));
    const again = new Date(now().getTime() + 2 * minutes);
    expect(await house.concluded(incident)).toMatchObject([
      {
        conclusion: 'no_rule',
        again_at: again.toISOString(),
        summary: expect.stringMatching(/looked at again at \d\d:\d\d UTC/),
      },
    ]);
    await house.pass(2 * minutes - seconds);
    expect(house.neighbours.asked.filter(({ incidentId }) => incidentId === incident.incident_id)).toEqual([]);
    await house.pass(seconds);
    await house.seenAsked(incident, hung(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([
      {},
      { because: 'looked_again', conclusion: 'action_proposed' },
    ]);
  });

  test('waits for nothing once the incident is over, and goes on if it comes back', async () => {
    const incident = house.incident(house.place(), { object: node });
    await house.changed(incident, 'opened');
    await house.seen(incident, deadNode(now(), minutes));
    await house.concluded(incident);
    house.clock.advance(seconds);
    await house.changed(incident, 'quiet');
    await house.pass(10 * minutes);
    expect(await house.of(incident)).toHaveLength(1);
    await house.changed(incident, 'returned');
    await house.seenAsked(incident, deadNode(now()));
    expect(await house.concluded(incident, 2)).toMatchObject([{}, { because: 'returned', action: 'cordon_node' }]);
  });
});
