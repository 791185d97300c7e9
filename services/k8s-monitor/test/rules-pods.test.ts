import { expect, test } from 'vitest';
import { issuesOf, judged } from './rules-cluster.ts';
import { containers, pod, stamp, unplaced, warning } from './rules-objects.ts';

const web = (name: string, given: Parameters<typeof pod>[1] = {}) =>
  pod(name, { owner: ['Deployment', 'web'], ...given });

test('pods that run, wait for their start, have finished or are going cost nothing', () => {
  const pods = [
    web('web-1'),
    web('web-2', {
      phase: 'Pending',
      node: 'node-1',
      container: { state: { waiting: { reason: 'ContainerCreating' } } },
    }),
    pod('done', { owner: ['Job', 'import'], phase: 'Succeeded' }),
    pod('failed', { owner: ['Job', 'import'], phase: 'Failed', container: containers.crashLooping }),
    web('web-3', { deleting: true, container: containers.crashLooping }),
    web('web-4', { deleting: true, container: containers.withoutImage }),
    web('web-5', { deleting: true, phase: 'Pending', conditions: [unplaced(-900)] }),
    web('web-6', { deleting: true, container: containers.killedForMemory(-5, false) }),
  ];
  expect(judged({ pods }, 3_600)).toMatchObject({ healthScore: 100, issues: [], nextAt: undefined });
});

test('a crash loop is one issue of the workload, however many pods are in it', () => {
  const pods = [
    ...[1, 2, 3, 4, 5].map((index) => web(`web-${index}`, { container: containers.crashLooping })),
    web('web-6'),
  ];
  const answer = judged({ pods });
  expect(answer.healthScore).toBe(92);
  expect(answer.issues).toMatchObject([
    {
      rule: 'crash_loop',
      severity: 'critical',
      score_impact: 8,
      object: { kind: 'Deployment', namespace: 'shop', name: 'web' },
      message: '5 of 6 pods are in a crash loop: web-1, web-2, web-3 and 2 more. Restarts: up to 7.',
    },
  ]);
  expect(answer.issues[0]?.suggested_action).toBe(
    'Read its last output: kubectl -n shop logs web-1 --all-containers --previous. If it started with a change: kubectl -n shop rollout undo deployment/web.',
  );
});

test('a pod that nobody looks after is its own object', () => {
  const answer = judged({ pods: [pod('alone', { container: containers.crashLooping })] });
  expect(issuesOf(answer)).toEqual(['crash_loop Pod/alone']);
  expect(answer.issues[0]?.message).toBe('The pod is in a crash loop. Restarts: up to 7.');
  expect(answer.issues[0]?.suggested_action).not.toContain('rollout');
});

test('an init container in a crash loop counts', () => {
  const raw = web('web-1');
  const stuck = { name: 'init', ...containers.crashLooping };
  const answer = judged({ pods: [{ ...raw, status: { ...raw.status, initContainerStatuses: [stuck] } }] });
  expect(issuesOf(answer)).toEqual(['crash_loop Deployment/web']);
});

test('between two crashes the loop goes on until the container has stayed up for a while', () => {
  const again = {
    restartCount: 5,
    state: { running: { startedAt: stamp(0) } },
    lastState: { terminated: { exitCode: 1, finishedAt: stamp(-160) } },
  };
  const answer = judged({ pods: [web('web-1', { container: again })] }, 20);
  expect(issuesOf(answer)).toEqual(['crash_loop Deployment/web']);
  expect(answer.nextAt).toBe(Date.parse(stamp(60)));
  expect(judged({ pods: [web('web-1', { container: again })] }, 60).issues).toEqual([]);
});

test('a container that ended once more counts; one that was restarted at once does not', () => {
  const ended = { restartCount: 2, state: { terminated: { exitCode: 1, finishedAt: stamp(0) } } };
  expect(issuesOf(judged({ pods: [web('web-1', { container: ended })] }))).toEqual(['crash_loop Deployment/web']);
  const once = {
    restartCount: 2,
    state: { running: { startedAt: stamp(-1) } },
    lastState: { terminated: { exitCode: 1, finishedAt: stamp(-2) } },
  };
  expect(judged({ pods: [web('web-1', { container: once })] }).issues).toEqual([]);
});

test('killed for memory: a running container counts for ten minutes, a waiting one until it runs', () => {
  const running = { pods: [web('web-1', { container: containers.killedForMemory(-60, true) })] };
  const waiting = { pods: [web('web-1', { container: containers.killedForMemory(-60, false) })] };
  expect(judged(running, 539).issues).toMatchObject([
    { rule: 'oom_killed', severity: 'warning', score_impact: 5, object: { kind: 'Deployment', name: 'web' } },
  ]);
  expect(judged(running, 540).issues).toEqual([]);
  expect(issuesOf(judged(waiting, 86_400))).toEqual(['oom_killed Deployment/web']);
});

test('a container that ended for another reason was not killed for memory', () => {
  const ended = {
    restartCount: 1,
    lastState: { terminated: { reason: 'Error', exitCode: 137, finishedAt: stamp(-10) } },
  };
  expect(judged({ pods: [web('web-1', { container: ended })] }).issues).toEqual([]);
});

test('an image that cannot be pulled is critical at once and named', () => {
  const answer = judged({
    pods: [web('web-1', { phase: 'Pending', node: 'node-1', container: containers.withoutImage })],
    events: [warning('e', 'Pod', 'web-1', 'manifest for shop/web:1 not found')],
  });
  expect(answer.issues).toMatchObject([
    {
      rule: 'image_pull',
      severity: 'critical',
      score_impact: 6,
      message:
        '1 of 1 pod cannot pull its image: web-1. Images: shop/web:1: Back-off pulling image. (manifest for shop/web:1 not found)',
    },
  ]);
});

test('pods without a place are an issue of the workload after 30 seconds of their own time', () => {
  const pods = [
    web('web-1', { phase: 'Pending', conditions: [unplaced(-10)] }),
    web('web-2', { phase: 'Pending', conditions: [unplaced(-29)] }),
    web('web-3'),
  ];
  const early = judged({ pods });
  expect(early.issues).toEqual([]);
  expect(early.nextAt).toBe(Date.parse(stamp(1)));
  const answer = judged({ pods }, 1);
  expect(answer.issues).toMatchObject([
    {
      rule: 'unschedulable',
      category: 'capacity',
      score_impact: 5,
      message: '2 of 3 pods cannot be scheduled: web-1, web-2. 0/3 nodes are available: 3 Insufficient cpu.',
    },
  ]);
});

test('a pod that is held at a gate is not without a place', () => {
  const gated = { ...unplaced(-900), reason: 'SchedulingGated' };
  expect(judged({ pods: [web('web-1', { phase: 'Pending', conditions: [gated] })] }, 900).issues).toEqual([]);
});

test('the longest text of an event is cut', () => {
  const events = [warning('e', 'Pod', 'web-1', 'x'.repeat(1_000))];
  const [issue] = judged({ pods: [web('web-1', { container: containers.crashLooping })], events }).issues;
  expect(issue?.message).toContain(`(${'x'.repeat(199)}…)`);
});

test('the newest warning speaks, and no event that is none', () => {
  const events = [
    warning('old', 'Pod', 'web-1', 'older', { seconds: -500 }),
    warning('new', 'Pod', 'web-1', 'newer', { seconds: -20 }),
    warning('normal', 'Pod', 'web-1', 'all is well', { seconds: -1, type: 'Normal' }),
  ];
  const [issue] = judged({ pods: [web('web-1', { container: containers.crashLooping })], events }).issues;
  expect(issue?.message).toMatch(/\(newer\)$/);
});
