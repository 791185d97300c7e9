import { incidentStatuses } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { incidentMachine } from '../../../services/incidents/src/incidents/state.ts';
import { changesOf } from '../src/groups/incidents/changes.ts';
import type { Entry, Incident } from '../src/groups/incidents/incident.ts';
import { nextFacts, stepsFrom } from '../src/groups/incidents/next-steps.ts';
import { incidentLines } from '../src/groups/incidents/tell-incident.ts';
import { spanText } from '../src/groups/incidents/times.ts';
import { outputOf } from '../src/output/output.ts';

const [me, other] = ['0199d0c2-0000-7000-8000-00000000000a', '0199d0c2-0000-7000-8000-00000000000b'];
const cluster = '0199d0c2-0000-7000-8000-0000000000c1';
const nameOf = (id: string) => (id === me ? 'you' : id);

const incident: Incident = {
  id: '0199d0c2-0000-7000-8000-000000000012',
  number: 12,
  cluster_id: cluster,
  title: 'Deployment shop/checkout is in a crash loop',
  severity: 'high',
  status: 'open',
  category: 'availability',
  namespace: 'shop',
  affected_service: '',
  object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
  affected: [],
  affected_total: 0,
  source: 'k8s-monitor',
  signal_count: 3,
  firing: 2,
  recurrence: 0,
  previous_incident_id: null,
  assignee_id: null,
  summary: null,
  root_cause: null,
  resolution: null,
  merged_into: null,
  quiet_since: null,
  resolves_at: null,
  started_at: '2026-11-18T03:00:00.000Z',
  detected_at: '2026-11-18T03:00:05.000Z',
  acknowledged_at: null,
  mitigated_at: null,
  resolved_at: null,
  closed_at: null,
  created_by: null,
  updated_at: '2026-11-18T03:00:05.000Z',
  url: 'https://wheelhouse.example.com/incidents/0199d0c2-0000-7000-8000-000000000012',
};

const entry: Entry = {
  id: '0199d0c2-0000-7000-8000-0000000000e1',
  at: '2026-11-18T03:00:00.000Z',
  kind: 'signal',
  summary: 'Deployment shop/checkout is in a crash loop: Back-off.',
  text: null,
  actor: null,
  object: null,
  ref: null,
  count: 1,
  last_at: '2026-11-18T03:00:00.000Z',
  data: {},
  receivers: null,
};

const linesOf = (one: Incident, timeline: readonly Entry[] = [entry], timelineTotal = timeline.length) =>
  incidentLines(outputOf(false), one, { timeline, timelineTotal, clusterName: () => 'prod-eu', nameOf });

describe('an incident as it is shown', () => {
  test('has how it stands, what is wrong and for whom, its timeline and what can be done next', () => {
    expect(linesOf(incident)).toEqual([
      '#12 Deployment shop/checkout is in a crash loop',
      'open, high, since 2026-11-18T03:00:00.000Z; assigned to nobody',
      'Something does not run, or not all of it: namespace shop of prod-eu. 2 of its signals fire.',
      'object      Deployment shop/checkout',
      'cluster     prod-eu',
      'started     2026-11-18T03:00:00.000Z',
      `page        ${incident.url}`,
      `id          ${incident.id}`,
      '',
      '2026-11-18T03:00:00.000Z  signal        Deployment shop/checkout is in a crash loop: Back-off.',
      '',
      'next        wheelhouse incidents ack 12          you look after it',
      '            wheelhouse incidents investigate 12  you look for the cause',
      '            wheelhouse incidents mitigate 12     users no longer notice it',
      '            wheelhouse incidents resolve 12      it is over',
    ]);
  });

  test('says how it ended, and after how long', () => {
    const [, state] = linesOf({
      ...incident,
      status: 'resolved',
      resolution: 'self_healed',
      resolved_at: '2026-11-18T04:12:00.000Z',
    });
    expect(state).toBe('resolved: it went away by itself, after 1 h 12 min');
  });

  test('names some of what is affected, and counts the rest', () => {
    const affected = [1, 2, 3, 4, 5, 6].map((at) => ({ kind: 'Deployment', namespace: 'shop', name: `web-${at}` }));
    const lines = linesOf({ ...incident, affected, affected_total: 60, affected_service: 'storefront' });
    expect(lines).toContainEqual(
      'affected    Deployment shop/web-1, Deployment shop/web-2, Deployment shop/web-3, Deployment shop/web-4, Deployment shop/web-5 and 55 more',
    );
    expect(lines[2]).toContain(': service storefront in namespace shop of prod-eu.');
    expect(lines[2]).toContain('60 more objects are in trouble because of it.');
  });

  test('tells what was written in full, who did it, how often, who was told, and where the rest is', () => {
    const note: Entry = {
      ...entry,
      kind: 'note',
      summary: 'Rolled back.',
      text: 'Rolled back.\nWaiting for the pods.',
      actor: { type: 'user', id: me },
    };
    const told: Entry = {
      ...entry,
      kind: 'webhook',
      summary: 'Told that it opened.',
      receivers: [{ webhook_id: other, name: 'on-call', format: 'slack', state: 'delivered', delivered_at: null }],
    };
    const again: Entry = {
      ...entry,
      count: 4,
      last_at: '2026-11-18T03:09:00.000Z',
      actor: { type: 'rule', id: other },
    };
    const text = linesOf(incident, [again, note, told], 203).join('\n');
    expect(text).toContain('\n200 earlier: wheelhouse incidents export 12\n');
    expect(text).toContain(`: Back-off. (4 times, last 2026-11-18T03:09:00.000Z) (rule ${other})\n`);
    expect(text).toContain('  note          Rolled back. (you)\n');
    expect(text).toMatch(/^ {40}Waiting for the pods\.$/m);
    expect(text).toContain('  notification  Told that it opened. [on-call: delivered]\n');
  });

  test('moves no cursor and turns no text, whatever somebody wrote', () => {
    const hostile = 'a\u001b[2J\u202eb\u009b1mc';
    const lines = linesOf(
      {
        ...incident,
        title: hostile,
        summary: `${hostile}\n${hostile}`,
        root_cause: hostile,
        affected_service: hostile,
        object: { kind: hostile, namespace: null, name: hostile },
      },
      [{ ...entry, summary: hostile, text: `${hostile}\n${hostile}`, kind: 'proposal' }],
    );
    // oxlint-disable-next-line no-control-regex -- that there is none
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([]);
    expect(lines[0]).toBe(String.raw`#12 a\u001b[2J\u202eb\u009b1mc`);
  });
});

describe('what can be done next', () => {
  const commandOf = (step: string) => (step === 'acknowledge' ? 'ack' : step);

  test.each(incidentStatuses)('when it is %s is what the API allows', (status) => {
    const allowed = Object.entries(incidentMachine.steps)
      .filter(([step, { from }]) => step !== 'merge' && from.some((one) => one === status))
      .map(([step]) => commandOf(step));
    expect([...stepsFrom[status]].toSorted()).toEqual(allowed.toSorted());
  });

  test('begins with an action that waits for somebody, until something is heard of it', () => {
    const ref = { type: 'action', id: other, url: null } as const;
    const proposal: Entry = { ...entry, kind: 'proposal', summary: 'Proposed: Restart Pod shop/checkout-1', ref };
    expect(nextFacts(incident, [entry, proposal])[0]).toEqual([
      'next',
      `wheelhouse actions approve ${other}  Proposed: Restart Pod shop/checkout-1`,
    ]);
    const approval: Entry = { ...entry, kind: 'approval', summary: 'Approved.', ref };
    expect(nextFacts(incident, [proposal, approval])[0]?.[1]).toMatch(/^wheelhouse incidents ack 12 /);
  });

  test('of one that was merged is the other', () => {
    expect(nextFacts({ ...incident, status: 'closed', merged_into: other }, [])).toEqual([
      ['next', `wheelhouse incidents show ${other}  it goes on there`],
    ]);
  });
});

describe('what becomes of an incident', () => {
  test.each<[Partial<Incident>, readonly string[]]>([
    [{}, []],
    [{ signal_count: 9, firing: 1 }, []],
    [{ status: 'acknowledged', assignee_id: me }, ['acknowledged', 'assigned to you']],
    [{ severity: 'critical', title: 'Worse' }, ['severity high → critical', 'renamed']],
    [{ affected_total: 2 }, ['2 more affected']],
    [{ firing: 0 }, ['quiet']],
    [
      { status: 'resolved', resolution: 'fixed', firing: 0, resolved_at: '2026-11-18T03:00:45.000Z' },
      ['resolved: somebody fixed it, after 45 s'],
    ],
  ])('%j is told as %j', (change, told) => {
    expect(changesOf(incident, { ...incident, ...change }, nameOf)).toEqual(told);
  });

  test('is told when it fires again, and when nobody has it any more', () => {
    const before = { ...incident, firing: 0, assignee_id: me };
    expect(changesOf(before, { ...incident, assignee_id: null }, nameOf)).toEqual([
      'assigned to nobody',
      'fires again',
    ]);
  });
});

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [754, '12 min'],
  [3_600, '1 h'],
  [11_100, '3 h 5 min'],
  [187_200, '2 d 4 h'],
])('%d seconds are %s', (seconds, text) => expect(spanText(seconds)).toBe(text));
