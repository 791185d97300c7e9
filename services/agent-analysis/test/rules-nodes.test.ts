import type { Facts } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { ago, type FactsNode, hour, issue, minute, ofDeployment, ofNode, ourAction, second, seenAt } from './facts.ts';
import { type Broken, no, judged, verdictOf } from './judged.ts';

const later = (ms: number) => new Date(seenAt.getTime() + ms);
const aboutNode = { object: { kind: 'Node', namespace: null, name: 'node-7' } };

describe('forgotten_cordon', () => {
  const cordoned = { cordoned: true, cordoned_since: ago(30 * hour), cordoned_by: 'kubectl-cordon' } as const;
  const warned = [issue('node_cordoned', aboutNode)];
  const facts = (own: Partial<FactsNode> = {}, more: Partial<Facts> = {}) =>
    ofNode({ ...cordoned, ...own }, { issues: warned, ...more });

  test('proposes to uncordon the node, and says since when and by whom it is cordoned', () => {
    expect(judged('forgotten_cordon', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'uncordon_node', target: { node_name: 'node-7' } },
      reason:
        'Node node-7 has been cordoned for 1 d 6 h (by kubectl-cordon), is Ready and under no pressure, and no maintenance window covers it.',
    });
  });

  test.each<Broken>([
    ['it is no node', ofDeployment(), /no node/],
    ['it is not cordoned', facts({ cordoned: false }), /not cordoned/],
    [
      'the monitor does not warn of it yet',
      facts({}, { issues: [issue('node_cordoned', { ...aboutNode, severity: 'info' })] }),
      /monitor warns/,
    ],
    ['the monitor has found nothing', facts({}, { issues: [] }), /monitor warns/],
    [
      'it is expected',
      facts({}, { issues: [issue('node_cordoned', { ...aboutNode, expected: true })] }),
      /monitor warns/,
    ],
    ['it is not Ready', facts({ ready: 'False' }), /not Ready/],
    ['it is under pressure', facts({ pressures: ['MemoryPressure'] }), /MemoryPressure/],
    ['we have cordoned it', facts({}, { actions: [ourAction('cordon_node')] }), /action of ours/],
    [
      'we have begun to drain it',
      facts({}, { actions: [ourAction('drain_node', { status: 'failed', error: 'eviction_blocked' })] }),
      /action of ours/,
    ],
    [
      'we propose to drain it',
      facts({}, { actions: [ourAction('drain_node', { status: 'pending_approval' })] }),
      /action of ours/,
    ],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('forgotten_cordon', given)).toEqual(no(fails));
  });

  test.each([
    ourAction('uncordon_node'),
    ourAction('cordon_node', { status: 'rejected' }),
    ourAction('drain_node', { status: 'failed', result: 'refused' }),
    ourAction('cordon_node', { result: 'dry_run' }),
  ])('takes no heed of an action that has cordoned nothing: %o', (action) => {
    expect(verdictOf('forgotten_cordon', facts({}, { actions: [action] }))).toBe('matched');
  });
});

describe('failing_node', () => {
  const facts = (own: Partial<FactsNode> = {}, more: Partial<Facts> = {}) =>
    ofNode({ not_ready_in_hour: 3, ...own }, more);
  const pressed = (ms: number) => ({ not_ready_in_hour: 0, pressures: ['MemoryPressure'], pressure_since: ago(ms) });
  const room = (more: Partial<NonNullable<Facts['room']>>) => {
    const { room: there } = ofNode();
    return { room: there && { ...there, ...more } };
  };

  test('proposes to drain a node that is not Ready again and again, with the room there is', () => {
    expect(judged('failing_node', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'drain_node', target: { node_name: 'node-7' } },
      reason:
        'Node node-7 was not Ready 3 times within the hour. Its 12 pods request 3 cores and 6 Gi; 9 other nodes have 20 cores and 64 Gi free.',
      advice: expect.stringContaining('kubectl describe node node-7'),
    });
    expect(judged('failing_node', facts({ not_ready_in_hour: 2 }))).toEqual(no(/fewer than 3 times/));
  });

  test('waits until pressure has lasted ten minutes', () => {
    expect(judged('failing_node', facts(pressed(10 * minute)))).toMatchObject({
      verdict: 'matched',
      reason: expect.stringContaining('has been under MemoryPressure for 10 min'),
    });
    expect(judged('failing_node', facts(pressed(10 * minute - second)))).toMatchObject({
      verdict: 'later',
      at: later(second),
    });
    expect(judged('failing_node', facts({ ...pressed(hour), pressure_since: null }))).toEqual(
      no(/not known since when/),
    );
  });

  test('drains no node that seems to be gone', () => {
    const away = (ms: number) => facts({ ready: 'Unknown', ready_since: ago(ms) });
    expect(verdictOf('failing_node', away(5 * minute - second))).toBe('matched');
    expect(judged('failing_node', away(5 * minute))).toEqual(no(/seems to be gone/));
    expect(judged('failing_node', facts({ ready: 'False', ready_since: null }))).toEqual(no(/seems to be gone/));
  });

  test.each([
    [{ total: 3, ready: 2, cordoned: 0 }, true],
    [{ total: 3, ready: 2, cordoned: 1 }, false],
    [{ total: 30, ready: 28, cordoned: 1 }, true],
    [{ total: 30, ready: 27, cordoned: 1 }, false],
    [{ total: 19, ready: 18, cordoned: 1 }, false],
    [{ total: 20, ready: 19, cordoned: 1 }, true],
  ])('of %o nodes it is one in ten or one: %s', (nodes, isFew) => {
    expect(verdictOf('failing_node', facts({}, { nodes }))).toBe(isFew ? 'matched' : 'no');
  });

  test('needs room for exactly what its pods request', () => {
    const enough = { cpu_free: 3_000, memory_free: 6 * 1024 ** 3, pods_free: 12, nodes: 1 };
    expect(verdictOf('failing_node', facts({}, room(enough)))).toBe('matched');
    for (const short of [{ cpu_free: 2_999 }, { memory_free: 6 * 1024 ** 3 - 1 }, { pods_free: 11 }, { nodes: 0 }])
      expect(judged('failing_node', facts({}, room({ ...enough, ...short })))).toEqual(no(/no room for its pods/));
    expect(judged('failing_node', facts({}, { room: null }))).toEqual(no(/no room/));
  });

  test.each<Broken>([
    ['it is no node', ofDeployment(), /no node/],
    ['it is drained already', facts({ cordoned: true, pods: 0 }), /empty already/],
    ['a drain of it failed', facts({}, { actions: [ourAction('drain_node', { status: 'failed' })] }), /has failed/],
    ['a drain of it runs', facts({}, { actions: [ourAction('drain_node', { status: 'executing' })] }), /there already/],
    [
      'a drain of it was canceled',
      facts({}, { actions: [ourAction('drain_node', { status: 'canceled' })] }),
      /there already/,
    ],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('failing_node', given)).toEqual(no(fails));
  });

  test.each([
    ['a cordon alone', facts({ cordoned: true })],
    ['a drain that succeeded', facts({}, { actions: [ourAction('drain_node')] })],
    [
      'a drain that was refused',
      facts({}, { actions: [ourAction('drain_node', { status: 'failed', result: 'refused' })] }),
    ],
  ])('%s is no reason against it', (_, given) => {
    expect(verdictOf('failing_node', given)).toBe('matched');
  });
});

describe('dead_node', () => {
  const facts = (own: Partial<FactsNode> = {}) => ofNode({ ready: 'Unknown', ready_since: ago(6 * minute), ...own });

  test('proposes to cordon a node that has not reported for five minutes, and tells what to do if it is gone', () => {
    expect(judged('dead_node', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'cordon_node', target: { node_name: 'node-7' } },
      reason: 'Node node-7 has stopped reporting for 6 min. Cordoned, it takes no new pods when it comes back.',
      advice: expect.stringContaining('kubectl delete node node-7'),
    });
    expect(judged('dead_node', facts({ ready: 'False' }))).toMatchObject({
      reason: expect.stringContaining('has not been Ready for 6 min'),
    });
  });

  test('waits until it has been away for five minutes', () => {
    expect(verdictOf('dead_node', facts({ ready_since: ago(5 * minute) }))).toBe('matched');
    expect(judged('dead_node', facts({ ready_since: ago(5 * minute - second) }))).toMatchObject({
      verdict: 'later',
      at: later(second),
    });
  });

  test.each<Broken>([
    ['it is no node', ofDeployment(), /no node/],
    ['it is Ready', facts({ ready: 'True' }), /is Ready/],
    ['it is cordoned', facts({ cordoned: true }), /cordoned already/],
    ['it is not known since when', facts({ ready_since: null }), /not known since when/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('dead_node', given)).toEqual(no(fails));
  });
});
