import { builtInRuleNames, ruleActions } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { judgeAll, type JudgeContext } from '../src/rules/judge.ts';
import type { Rule } from '../src/rules/rule.ts';
import { rules } from '../src/rules/table.ts';
import { ago, ended, minute, ofDeployment, ofNode, pod, rescaled, seenAt, workload } from './facts.ts';

const open: JudgeContext = { proposed: new Set(), isEnabled: () => true, isBarred: () => false };

describe('the table of rules', () => {
  test('is that of the contracts, in its order', () => {
    expect(rules.map(({ name }) => name)).toEqual(builtInRuleNames);
  });

  test('prints a modest prior for each, and says in words what each asks for', () => {
    for (const { name, prior, about, when, follows, title, needs } of rules) {
      expect([name, prior]).toEqual([name, expect.toSatisfy((given: number) => given >= 0.5 && given <= 0.75)]);
      expect([title, about, follows, ...when].every((text) => text.length > 5)).toBe(true);
      expect(needs.length).toBeGreaterThan(0);
      expect(follows.startsWith('the suggestion')).toBe(ruleActions[name] === undefined);
    }
  });
});

describe('of several rules that match', () => {
  const killed = pod('a', { ready: false, restarts: 3, waiting: 'CrashLoopBackOff', last_end: ended('OOMKilled') });
  const waiting = pod('b', { ready: false, phase: 'Pending', unschedulable: 'no room' });

  test('one that proposes beats those that suggest, wherever it stands', () => {
    const both = ofDeployment({
      pods: [killed, waiting],
      workload: { ...workload, desired: 6 },
      changes: [rescaled(3, 6)],
    });
    expect(judgeAll(both, open).choice).toMatchObject({ kind: 'proposal', rule: { name: 'replicas_too_many' } });
    const turned = [...rules].toReversed();
    expect(judgeAll(both, open, turned).choice).toMatchObject({
      kind: 'proposal',
      rule: { name: 'replicas_too_many' },
    });
  });

  test('the earlier one wins', () => {
    const both = ofDeployment({ pods: [killed, waiting] });
    expect(judgeAll(both, open).choice).toMatchObject({ kind: 'suggestion', rule: { name: 'out_of_memory' } });
    const withoutIt: JudgeContext = { ...open, isEnabled: (name) => name !== 'out_of_memory' };
    expect(judgeAll(both, withoutIt).choice).toMatchObject({ kind: 'suggestion', rule: { name: 'no_room' } });
  });

  test('the earliest "later" counts if nothing else matches', () => {
    const later = (name: Rule['name'], ms: number): Rule => ({
      ...(rules[0] as Rule),
      name,
      needs: [],
      judge: () => ({ verdict: 'later', at: new Date(seenAt.getTime() + ms), waitsFor: 'time' }),
    });
    const table = [later('wedged_pod', 9 * minute), later('dead_node', 2 * minute)];
    expect(judgeAll(ofDeployment(), open, table).choice).toMatchObject({ kind: 'later', rule: { name: 'dead_node' } });
    const suggests = rules.filter(({ name }) => name === 'out_of_memory');
    expect(judgeAll(ofDeployment({ pods: [killed] }), open, [...table, ...suggests]).choice).toMatchObject({
      kind: 'suggestion',
    });
  });
});

describe('a rule that may not', () => {
  const hung = ofDeployment({ pods: [pod('a', { ready: false, ready_since: ago(4 * minute) }), pod('b'), pod('c')] });

  test('be used says so, and the next may match', () => {
    const off: JudgeContext = { ...open, isEnabled: (name) => name !== 'wedged_pod' };
    const { choice, tried } = judgeAll(hung, off);
    expect(choice).toMatchObject({ kind: 'none', barred: { rule: { name: 'wedged_pod' }, outcome: 'switched_off' } });
    expect(tried[0]).toMatchObject({ rule: 'wedged_pod', outcome: 'switched_off' });
  });

  test('propose the same once more says so', () => {
    const before: JudgeContext = { ...open, isBarred: (_, { target }) => 'pod' in target && target.pod === 'a' };
    expect(judgeAll(hung, before).choice).toMatchObject({ kind: 'none', barred: { outcome: 'proposed_before' } });
  });

  test('see what it needs matches nothing, and says what could not be seen', () => {
    const blind = { ...hung, not_visible: [{ part: 'changes' as const, why: 'the monitor was restarted' }] };
    const { choice, tried } = judgeAll(blind, open);
    expect(choice).toEqual({ kind: 'none', barred: undefined });
    expect(tried[0]).toEqual({
      rule: 'wedged_pod',
      outcome: 'no',
      words: 'what was changed of it could not be seen: the monitor was restarted',
    });
    const deaf = { ...hung, not_visible: [{ part: 'logs' as const, why: 'the right pods/log get is missing' }] };
    expect(judgeAll(deaf, open).choice).toMatchObject({ kind: 'proposal' });
  });
});

test('nothing wrong is matched by no rule, and each says why not', () => {
  for (const facts of [ofDeployment(), ofNode()]) {
    const { choice, tried } = judgeAll(facts, open);
    expect(choice).toEqual({ kind: 'none', barred: undefined });
    expect(tried.map(({ outcome }) => outcome)).toEqual(rules.map(() => 'no'));
  }
});
