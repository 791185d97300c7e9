import type { FactPod, Facts } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { ago, change, ended, hour, minute, ofDeployment, pod, second, seenAt, workload } from './facts.ts';
import { type Broken, no, first, judged, verdictOf } from './judged.ts';

const later = (ms: number) => new Date(seenAt.getTime() + ms);

describe('wedged_pod', () => {
  const hung = (more: Partial<FactPod> = {}) =>
    pod('checkout-a', { ready: false, ready_since: ago(4 * minute), ...more });
  const well = [pod('checkout-b'), pod('checkout-c', { node: 'node-2' })];
  const facts = (own: Partial<FactPod> = {}, more: Partial<Facts> = {}) =>
    ofDeployment({ pods: [hung(own), ...well], ...more });
  const nodes = (more: object) => [{ name: 'node-1', ready: 'True' as const, cordoned: false, pressures: [], ...more }];

  test('proposes to restart the pod that hangs, and says why', () => {
    expect(judged('wedged_pod', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'restart_pod', target: { namespace: 'shop', pod: 'checkout-a' } },
      reason:
        'Pod shop/checkout-a has been Running but not Ready for 4 min without a restart, and nothing was changed within the hour. Its 2 siblings on the same template are Ready, and so is its node.',
    });
  });

  test('waits until it has hung for three minutes', () => {
    expect(verdictOf('wedged_pod', facts({ ready_since: ago(3 * minute) }))).toBe('matched');
    expect(judged('wedged_pod', facts({ ready_since: ago(3 * minute - second) }))).toEqual({
      verdict: 'later',
      at: later(second),
      waitsFor: expect.stringContaining('3 minutes'),
    });
    expect(judged('wedged_pod', facts({ ready_since: null }))).toEqual(no(/not known since when/));
  });

  test('waits for nothing where something else is missing too', () => {
    const early = facts({ ready_since: ago(minute) }, { changes: [change()] });
    expect(judged('wedged_pod', early)).toEqual(no(/was changed within/));
  });

  test('of several that hang takes the one that has hung the longest', () => {
    const many = Array.from({ length: 5 }, (_, index) => pod(`checkout-${index}`));
    const pods = [
      hung({ name: 'b', ready_since: ago(4 * minute) }),
      hung({ name: 'a', ready_since: ago(9 * minute) }),
      ...many,
    ];
    expect(judged('wedged_pod', ofDeployment({ pods, pods_total: 7 }))).toMatchObject({
      proposes: { target: { pod: 'a' } },
    });
    expect(judged('wedged_pod', ofDeployment({ pods: pods.slice(0, 5), pods_total: 5 }))).toEqual(
      no(/2 of 5 pods are not Ready/),
    );
  });

  test('of a single pod asks that it was Ready for an hour before', () => {
    const only = (created: number) =>
      ofDeployment({
        pods: [hung({ created_at: ago(created) })],
        pods_total: 1,
        workload: { ...workload, desired: 1 },
      });
    expect(judged('wedged_pod', only(4 * minute + hour))).toMatchObject({
      verdict: 'matched',
      reason: expect.stringContaining('It is the only pod, was Ready for 1 h before'),
    });
    expect(judged('wedged_pod', only(4 * minute + hour - second))).toEqual(no(/was not Ready for an hour before/));
    expect(judged('wedged_pod', ofDeployment({ pods: [hung({ created_at: null })], pods_total: 1 }))).toEqual(
      no(/for an hour before/),
    );
  });

  test.each<Broken>([
    ['it is Ready', facts({ ready: true }), /no pod is Running and not Ready/],
    ['it is not Running', facts({ phase: 'Pending' }), /no pod is Running/],
    ['it has restarted', facts({ restarts: 1 }), /without having restarted/],
    ['it waits for something', facts({ waiting: 'ContainerCreating' }), /no pod is Running/],
    ['it is being deleted', facts({ deleting: true }), /no pod is Running/],
    ['it has no controller', facts({ has_controller: false }), /has no controller/],
    ['half of the pods are not Ready', facts({}, { pods: [hung(), pod('checkout-b')], pods_total: 2 }), /1 of 2 pods/],
    ['its node is not Ready', facts({}, { pod_nodes: nodes({ ready: 'False' }) }), /node node-1 is not well/],
    ['its node is under pressure', facts({}, { pod_nodes: nodes({ pressures: ['DiskPressure'] }) }), /is not well/],
    ['its node is not known', facts({}, { pod_nodes: [] }), /is not well/],
    [
      'a sibling crashes',
      ofDeployment({
        pods: [
          hung(),
          pod('checkout-b', { ready: false, restarts: 3 }),
          ...Array.from({ length: 4 }, (_, n) => pod(`c-${n}`)),
        ],
        pods_total: 6,
      }),
      /sibling checkout-b is not Ready/,
    ],
    ['all siblings are of another template', facts({ is_new: false }), /no sibling of the same template/],
    ['a rollout is going on', facts({}, { workload: { ...workload, rollout: 'going_on' } }), /rollout is going on/],
    ['it was changed', facts({}, { changes: [change({ at: ago(hour) })] }), /was changed within the last 60 minutes/],
    ['it is of no workload', facts({}, { workload: null }), /no workload/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('wedged_pod', given)).toEqual(no(fails));
  });

  test('takes no heed of a change before that hour', () => {
    expect(verdictOf('wedged_pod', facts({}, { changes: [change({ at: ago(hour + second) })] }))).toBe('matched');
  });

  test('takes no heed of pods that have ended, or are going', () => {
    const pods = [
      hung(),
      ...well,
      pod('old', { ready: false, phase: 'Failed' }),
      pod('gone', { ready: false, deleting: true }),
    ];
    expect(verdictOf('wedged_pod', ofDeployment({ pods, pods_total: 5 }))).toBe('matched');
  });
});

describe('stale_crash_loop', () => {
  const crashing = (more: Partial<FactPod> = {}) =>
    pod('checkout-a', { ready: false, restarts: 7, waiting: 'CrashLoopBackOff', last_end: ended('Error'), ...more });
  const well = [pod('checkout-b'), pod('checkout-c')];
  const facts = (own: Partial<FactPod> = {}, more: Partial<Facts> = {}) =>
    ofDeployment({ pods: [crashing(own), ...well], ...more });

  test('proposes to restart the pod that waits, with how it ended', () => {
    expect(judged('stale_crash_loop', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'restart_pod', target: { namespace: 'shop', pod: 'checkout-a' } },
      reason:
        'Pod shop/checkout-a has restarted 7 times and has been waiting for its next start for 5 min (last end: Error, exit code 1), while its 2 siblings are Ready and nothing was changed within the hour.',
    });
  });

  test('waits until the back-off has lasted two minutes', () => {
    expect(verdictOf('stale_crash_loop', facts({ last_end: ended('Error', ago(2 * minute)) }))).toBe('matched');
    expect(judged('stale_crash_loop', facts({ last_end: ended('Error', ago(2 * minute - second)) }))).toMatchObject({
      verdict: 'later',
      at: later(second),
    });
    expect(judged('stale_crash_loop', facts({ last_end: null }))).toEqual(no(/not known since when/));
  });

  test('takes half of the pods, and not more', () => {
    const two = [crashing(), crashing({ name: 'checkout-d' })];
    expect(verdictOf('stale_crash_loop', ofDeployment({ pods: [...two, ...well], pods_total: 4 }))).toBe('matched');
    expect(judged('stale_crash_loop', ofDeployment({ pods: [...two, pod('checkout-b')], pods_total: 3 }))).toEqual(
      no(/2 of 3 pods crash/),
    );
    expect(judged('stale_crash_loop', ofDeployment({ pods: [crashing()], pods_total: 1 }))).toEqual(
      no(/1 of 1 pods crash/),
    );
  });

  test('proposes once for an incident', () => {
    expect(judged('stale_crash_loop', facts(), { proposed: new Set(['stale_crash_loop']) })).toEqual(no(/already/));
    expect(verdictOf('stale_crash_loop', facts(), { proposed: new Set(['wedged_pod']) })).toBe('matched');
  });

  test.each<Broken>([
    ['nothing crashes', facts({ waiting: null }), /no pod is in a crash loop/],
    ['it ran out of memory', facts({ last_end: ended('OOMKilled') }), /out of memory/],
    [
      'another of those that crash ran out of memory',
      ofDeployment({
        pods: [crashing(), crashing({ name: 'd', restarts: 1, last_end: ended('OOMKilled') }), ...well],
        pods_total: 4,
      }),
      /out of memory/,
    ],
    [
      'a sibling is not Ready',
      facts({}, { pods: [crashing(), pod('checkout-b', { ready: false }), pod('c')] }),
      /checkout-b is not Ready/,
    ],
    ['only pods of another template are Ready', facts({ is_new: false }), /same template/],
    ['it was changed', facts({}, { changes: [change()] }), /was changed/],
    ['it has no controller', facts({ has_controller: false }), /no controller/],
    ['it is of no workload', facts({}, { workload: null }), /no workload/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('stale_crash_loop', given, first)).toEqual(no(fails));
  });
});
