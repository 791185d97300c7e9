import { describe, expect, test } from 'vitest';
import { issuesOf, judged } from './rules-cluster.ts';
import { autoscaler, budget, condition, job, jobs, node, pod } from './rules-objects.ts';

describe('jobs', () => {
  test('that run, are retried or have succeeded cost nothing', () => {
    const list = [
      job('running', { status: { ...jobs.running } }),
      job('retried', { status: { failed: 2 } }),
      job('recovered', { status: { failed: 5, succeeded: 1 } }),
      job('complete', { status: jobs.complete }),
    ];
    expect(judged({ jobs: list }, 3_600).issues).toEqual([]);
  });

  test('that have failed or keep failing are warned of at once', () => {
    const answer = judged({
      jobs: [job('import', { status: jobs.failed }), job('export', { status: { failed: 3 } })],
    });
    expect(answer.healthScore).toBe(96);
    expect(answer.issues).toMatchObject([
      {
        rule: 'job_failing',
        severity: 'warning',
        score_impact: 2,
        object: { kind: 'Job', namespace: 'shop', name: 'export' },
        message: 'Job export keeps failing: 3 pods failed.',
      },
      { message: 'Job import has failed: 1 pod failed. Job has reached the specified backoff limit' },
    ]);
    expect(answer.issues[1]?.suggested_action).toContain('kubectl -n shop delete job import');
  });

  test('of a CronJob count as their CronJob, and the newest that has ended decides', () => {
    const nightly = (name: string, createdSeconds: number, status: Parameters<typeof job>[1]) =>
      job(name, { cronJob: 'nightly', createdSeconds, ...status });
    const failed = nightly('nightly-1', -7_200, { status: jobs.failed });
    const answer = judged({ jobs: [failed, nightly('nightly-0', -9_000, { status: jobs.complete })] });
    expect(issuesOf(answer)).toEqual(['job_failing CronJob/nightly']);
    expect(answer.issues[0]?.suggested_action).toContain('job-name=nightly-1');
    expect(judged({ jobs: [failed, nightly('nightly-2', -60, { status: jobs.complete })] }).issues).toEqual([]);
    expect(judged({ jobs: [failed, nightly('nightly-2', -60, { status: {} })] }).issues).toHaveLength(1);
  });
});

describe('budgets', () => {
  test('without headroom are told after five minutes', () => {
    const budgets = [budget('db', { status: { expectedPods: 3, currentHealthy: 2, desiredHealthy: 2 } })];
    expect(judged({ budgets }, 299).issues).toEqual([]);
    expect(judged({ budgets }, 300).issues).toMatchObject([
      {
        rule: 'budget_without_headroom',
        severity: 'info',
        score_impact: 1,
        category: 'disruption',
        object: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'db' },
        message: 'No pod may be evicted: 2 of 3 are healthy, and 2 must be.',
      },
    ]);
  });

  test('that let a pod go, or cover none, cost nothing', () => {
    const budgets = [
      budget('web'),
      budget('empty', { status: { expectedPods: 0, currentHealthy: 0, desiredHealthy: 1 } }),
      budget('new', { status: {} }),
    ];
    expect(judged({ budgets }, 3_600).issues).toEqual([]);
  });
});

describe('autoscalers', () => {
  const limited = (seconds: number) => condition('ScalingLimited', 'True', seconds, { reason: 'TooManyReplicas' });

  test('at their maximum are warned of after five minutes', () => {
    const autoscalers = [autoscaler('web', { current: 5 })];
    expect(judged({ autoscalers }, 299).issues).toEqual([]);
    expect(judged({ autoscalers }, 300).issues).toMatchObject([
      {
        rule: 'autoscaler_at_maximum',
        severity: 'warning',
        score_impact: 2,
        category: 'capacity',
        object: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'web' },
        message: 'Deployment/web has 5 of at most 5 replicas.',
      },
    ]);
  });

  test('that say since when they want more are judged by that', () => {
    const autoscalers = [autoscaler('web', { current: 5, conditions: [limited(-300)] })];
    expect(judged({ autoscalers }).issues).toHaveLength(1);
  });

  test('below it, on their way down, or with only one size cost nothing', () => {
    const tooFew = condition('ScalingLimited', 'True', -900, { reason: 'TooFewReplicas' });
    const autoscalers = [
      autoscaler('below', { current: 4 }),
      autoscaler('falling', { current: 5, desired: 3 }),
      autoscaler('fixed', { minimum: 3, maximum: 3, current: 3, conditions: [tooFew] }),
      autoscaler('rising', { current: 4, desired: 5, conditions: [limited(-900)] }),
    ];
    expect(judged({ autoscalers }, 900).issues).toEqual([]);
  });
});

describe('usage', () => {
  const nodes = [node('node-1'), node('node-2')];
  const usage = (name: string, cpu: string, memory: string) => ({ metadata: { name }, usage: { cpu, memory } });

  test('of a node near what it has is warned of after a minute', () => {
    const objects = { nodes, nodeUsage: [usage('node-1', '15900m', '60Gi'), usage('node-2', '1', '1Gi')] };
    expect(judged(objects, 59).issues).toEqual([]);
    expect(judged(objects, 60).issues).toMatchObject([
      {
        rule: 'usage_near_limit',
        severity: 'warning',
        score_impact: 2,
        object: { kind: 'Node', namespace: null, name: 'node-1' },
        message: 'The node uses 99 % of its CPU and 93 % of its memory.',
      },
    ]);
  });

  test('of pods near their memory limit is one issue of the workload', () => {
    const names = ['db-0', 'db-1', 'db-2', 'db-3', 'db-4'];
    const objects = {
      nodes,
      pods: names.map((name) => pod(name, { owner: ['StatefulSet', 'db'], memoryLimit: '1Gi' })),
      podUsage: names.map((name, index) => ({
        metadata: { namespace: 'shop', name },
        containers: [{ usage: { memory: index === 4 ? '100Mi' : `${930 + index * 8}Mi` } }],
      })),
    };
    expect(judged(objects, 60).issues).toMatchObject([
      {
        object: { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
        message: 'Memory near its limit, up to 93 %: db-0, db-1, db-2 and 1 more.',
      },
    ]);
  });

  test('of pods without a limit, below it or going costs nothing', () => {
    const podUsage = ['free', 'low', 'going'].map((name) => ({
      metadata: { namespace: 'shop', name },
      containers: [{ usage: { memory: name === 'low' ? '920Mi' : '8Gi' } }],
    }));
    const pods = [
      pod('free'),
      pod('low', { memoryLimit: '1Gi' }),
      pod('going', { memoryLimit: '1Gi', deleting: true }),
    ];
    expect(judged({ nodes, pods, podUsage }, 900).issues).toEqual([]);
  });
});
