import { builtInRuleId } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { placeOf } from '../src/agents/evidence-place.ts';
import { ruleNameOf } from '../src/agents/rule-words.ts';
import type { Cluster } from '../src/api/clusters.ts';
import { recommendationTitle } from '../src/design/agent-words.ts';
import { pausedRuleNeeds, recommendationNeeds } from '../src/needs/sources/agent-needs.ts';
import { autonomyOf } from '../src/pages/agents/autonomy-of.ts';
import { proposed } from '../src/pages/incident/proposals.ts';
import { recommendation, rule, rules } from './pages/agent-fixtures.ts';
import { autonomy, cluster, clusterId } from './pages/fixtures.ts';
import { entry } from './pages/incident-fixtures.ts';

const workload = `/clusters/${clusterId}/workloads/Deployment/shop/checkout`;

describe('where a piece of evidence leads', () => {
  test.for([
    [workload, 'See the Deployment'],
    [`${workload}/logs`, 'See its logs'],
    [`${workload}/changes`, 'See its changes'],
    [`/clusters/${clusterId}/nodes/kwok-0007`, 'See the node'],
    ['/actions/01a1cf00-0000-7000-8000-0000000000b1', 'See the action'],
  ] as const)('is a page of the dashboard: %s', ([url, words]) => {
    expect(placeOf(url)?.words).toBe(words);
  });

  test('names with marks are read as they are', () => {
    expect(placeOf(`/clusters/${clusterId}/nodes/${encodeURIComponent('a/b c')}`)?.link).toEqual({
      to: '/clusters/$clusterId/nodes/$name',
      params: { clusterId, name: 'a/b c' },
    });
  });

  test.for([
    null,
    '',
    '/',
    'javascript:alert(1)',
    'https://evil.example/actions/1',
    '//evil.example/actions/1',
    '/\\evil.example/actions/1',
    '/actions/1?x=1',
    '/actions/1/2',
    `${workload}/else`,
    `${workload}/logs/more`,
    `/clusters/${clusterId}/workloads/Secret/shop/password`,
    `/clusters/${clusterId}/nodes/%E0%A4%A`,
    '/settings/users',
  ])('is nowhere else: %s', (url) => {
    expect(placeOf(url)).toBeUndefined();
  });
});

describe('how far a kind of action may go by itself', () => {
  const two = (first: 'auto' | null, second: 'auto' | null) => {
    const found = autonomy();
    const [one] = found.clusters;
    if (one === undefined) throw new Error('there is one cluster');
    const of = (level: 'auto' | null) => ({ ...one, effective: { ...one.effective, restart_pod: level } });
    return { ...found, clusters: [of(first), of(second)] };
  };

  test('is told for all clusters together', () => {
    expect(autonomyOf(two('auto', 'auto'), 'restart_pod')).toBe('may act by itself');
    expect(autonomyOf(two('auto', null), 'restart_pod')).toBe('may act by itself on 1 of 2 clusters');
    expect(autonomyOf(two(null, null), 'restart_pod')).toBe('asks');
    expect(autonomyOf(autonomy({ restart_pod: 'never' }), 'restart_pod')).toBe('never');
  });
});

describe('what the agents need somebody for', () => {
  const byId: ReadonlyMap<string, Cluster> = new Map([[clusterId, cluster()]]);

  test('a rule that is paused, and why', () => {
    const needs = pausedRuleNeeds(rules());
    expect(needs.map(({ key, word }) => [key, word])).toEqual([['rule stale_crash_loop', 'paused']]);
    expect(needs[0]?.next).toContain('2 of its last 10 automatic actions did not help');
    expect(needs[0]?.link).toEqual({ to: '/agents', hash: 'stale_crash_loop' });
    expect(pausedRuleNeeds([rule('wedged_pod')])).toEqual([]);
  });

  test('the worst recommendations, and the rest in one line', () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      recommendation({ id: `r${index}`, severity: index === 4 ? 'high' : 'medium' }),
    );
    const needs = recommendationNeeds(many, 9, byId);
    expect(needs.map(({ key }) => key)).toEqual([
      'recommendation r4',
      'recommendation r0',
      'recommendation r1',
      'other recommendations',
    ]);
    expect(needs.at(-1)?.what).toBe('6 more recommendations are open');
  });
});

test('a recommendation is named by what it is about', () => {
  expect(recommendationTitle(recommendation())).toBe('Raise a memory limit: Deployment shop/checkout');
  const rule_id = builtInRuleId('wedged_pod');
  const about = { object: null, rule: { rule_id, name: 'wedged_pod', action: 'restart_pod' } } as const;
  expect(recommendationTitle(recommendation({ kind: 'autonomy_up', ...about }))).toBe(
    'Let a rule act by itself: wedged pod, Restart Pod',
  );
});

test('a rule that ships is known by its id, another is not', () => {
  expect(ruleNameOf(builtInRuleId('blocked_drain'))).toBe('blocked_drain');
  expect(ruleNameOf('01a1cf00-0000-7000-8000-0000000000bb')).toBeUndefined();
  expect(ruleNameOf(null)).toBeUndefined();
});

test('all that was proposed is found again, also what has ended', () => {
  const about = (id: string) => ({ ref: { type: 'action', id, url: null } }) as const;
  const entries = [
    entry(9, { kind: 'proposal', ...about('done') }),
    entry(8, { kind: 'action', ...about('done'), data: { status: 'success' } }),
    entry(7, { kind: 'proposal', ...about('waits') }),
  ];
  expect(proposed(entries)).toEqual(['waits', 'done']);
});
