import { describe, expect, test } from 'vitest';
import { mostCordoned } from '../src/guards/cordon-share.ts';
import { type GuardFacts, judgeGuards, refusedBy } from '../src/guards/judge.ts';
import type { Asked } from '../src/plans/asked.ts';
import { planAction } from '../src/plans/plan-action.ts';
import { defaultSettings } from '../src/settings/store.ts';
import { node, nodeCase } from './cluster-objects.ts';

const nothingUsed = { coolUntil: null, drains: 0, automatedThisHour: 0 };
const automatic: GuardFacts = {
  settings: defaultSettings,
  killSwitch: null,
  autonomy: null,
  automatic: true,
  used: nothingUsed,
};
const scale = (namespace: string, replicas?: number): Asked => ({
  action: 'scale_deployment',
  target: { namespace, deployment_name: 'web', ...(replicas === undefined ? {} : { replicas }) },
});
const drain = { action: 'drain_node', target: { node_name: 'node-1' } } as const satisfies Asked;
const cordon: Asked = { action: 'cordon_node', target: { node_name: 'node-1' } };
const engaged = {
  cluster_id: null,
  engaged_at: new Date('2026-11-18T09:00:00Z'),
  engaged_by: { type: 'user', id: 'x' },
  reason: null,
} as const;
const labelled = (labels: Readonly<Record<string, string>>) => {
  const plain = node({ unschedulable: false });
  return { ...plain, metadata: { ...plain.metadata, labels } };
};
const controlPlane = labelled({ 'node-role.kubernetes.io/control-plane': '' });

describe('a guard lets through what is just inside, and not what is just outside', () => {
  test.each<[string, Asked, Partial<GuardFacts>, string | undefined]>([
    ['nothing in the way', scale('shop'), {}, undefined],
    ['kill switch', scale('shop'), { killSwitch: engaged }, 'kill_switch'],
    ['kill switch, uncordon', { ...cordon, action: 'uncordon_node' }, { killSwitch: engaged }, undefined],
    ['autonomy ask', scale('shop'), { autonomy: 'ask' }, undefined],
    ['autonomy never', scale('shop'), { autonomy: 'never' }, 'autonomy'],
    ['kube-system', scale('kube-system'), {}, 'protected_namespaces'],
    ['our own namespace', scale('wheelhouse'), { automatic: false }, 'protected_namespaces'],
    ['kube-systems', scale('kube-systems'), {}, undefined],
    ['control plane', cordon, { node: controlPlane }, 'protected_node_labels'],
    ['control plane, by a person', cordon, { node: controlPlane, automatic: false }, 'protected_node_labels'],
    ['control plane, uncordon', { ...cordon, action: 'uncordon_node' }, { node: controlPlane }, undefined],
    ['worker', cordon, { node: labelled({ role: 'worker' }) }, undefined],
    ['cooling', scale('shop'), { used: { ...nothingUsed, coolUntil: new Date() } }, 'cooldown_seconds'],
    ['running', scale('shop'), { used: { ...nothingUsed, coolUntil: 'running' } }, 'cooldown_seconds'],
    [
      'cooling, by a person',
      scale('shop'),
      { automatic: false, used: { ...nothingUsed, coolUntil: 'running' } },
      undefined,
    ],
    ['the 20th', scale('shop'), { used: { ...nothingUsed, automatedThisHour: 19 } }, undefined],
    ['the 21st', scale('shop'), { used: { ...nothingUsed, automatedThisHour: 20 } }, 'max_automated_per_hour'],
    ['no drain', drain, {}, undefined],
    ['a second drain', drain, { used: { ...nothingUsed, drains: 1 } }, 'max_drains_per_cluster'],
    ['a second drain, by a person', drain, { automatic: false, used: { ...nothingUsed, drains: 1 } }, undefined],
    ['to one', scale('shop', 1), {}, undefined],
    ['to zero', scale('shop', 0), {}, 'automated_scale_to_zero'],
    ['to zero, by a person', scale('shop', 0), { automatic: false }, undefined],
    [
      'to zero, allowed',
      scale('shop', 0),
      { settings: { ...defaultSettings, automated_scale_to_zero: true } },
      undefined,
    ],
    ['dry mode', scale('shop'), { settings: { ...defaultSettings, dry_mode: true } }, undefined],
  ])('%s', (_, asked, facts, guard) => {
    const found = refusedBy(judgeGuards(asked, { ...automatic, ...facts }));
    expect(found?.guard).toBe(guard);
    const message = found?.message ?? `${guard} Next step: `;
    expect(message).toContain(`${guard}`);
    expect(message).toContain('Next step: ');
  });

  test.each([
    [1, 10, 1],
    [9, 10, 1],
    [19, 10, 1],
    [20, 10, 2],
    [100, 10, 10],
    [50, 0, 1],
    [7, 100, 7],
  ])('of %d nodes, %d %% or one: %d', (total, percent, most) => {
    expect(mostCordoned(total, percent)).toBe(most);
  });
});

test('a label may be named with its value', () => {
  const settings = { ...defaultSettings, protected_node_labels: ['pool=system'] };
  const guardOf = (labels: Readonly<Record<string, string>>) =>
    refusedBy(judgeGuards(cordon, { ...automatic, settings, node: labelled(labels) }))?.guard;
  expect(guardOf({ pool: 'system' })).toBe('protected_node_labels');
  expect(guardOf({ pool: 'other' })).toBeUndefined();
});

test('a plan shows guards, is refused by them, and keeps its ETag', () => {
  const read = nodeCase('cordon_node', node({ unschedulable: false }));
  const context = { clusterId: 'c', consented: true, missingRights: [] };
  const plain = planAction(read, context);
  const guards = judgeGuards(cordon, { ...automatic, automatic: false, killSwitch: engaged });
  const guarded = planAction(read, { ...context, guards });
  expect(guarded.guards).toMatchObject([
    { guard: 'kill_switch', passes: false },
    { guard: 'cooldown_seconds', passes: true, effect: 'warns' },
  ]);
  expect(guarded.refused?.code).toBe('kill_switch');
  expect(guarded.etag).toBe(plain.etag);
});
