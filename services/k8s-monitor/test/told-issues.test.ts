import { issueChangeSchema } from '@wheelhouse/contracts';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { type IssueBook, issueChanges, sameAgainMs } from '../src/watch/issue-changes.ts';
import type { FoundIssue } from '../src/watch/not-visible.ts';
import { toldIssues } from '../src/watch/told-issues.ts';
import { start } from './rules-objects.ts';

/** What other modules are told of the issues of one round after another. */

const makeId = makeIds(systemClock);

function found(name: string, more: Partial<FoundIssue> = {}): FoundIssue {
  return {
    rule: 'crash_loop',
    object: { kind: 'Deployment', namespace: 'shop', name },
    message: 'One pod is in a crash loop.',
    severity: 'critical',
    category: 'workloads',
    score_impact: 8,
    capped: false,
    suggested_action: 'look',
    first_seen: start,
    action_id: null,
    ...more,
  };
}

/** One round after another, each with what it finds at a time. */
function rounds() {
  let book: IssueBook = { open: new Map(), resolved: new Map() };
  return (seconds: number, ...all: readonly FoundIssue[]) => {
    const changes = issueChanges(book, all, start + seconds * 1_000, makeId);
    const told = toldIssues(book, changes, ({ name }) => ({ nodes: [`of-${name}`], all_on_nodes: true }));
    book = changes.next;
    for (const one of told) expect(Value.Errors(issueChangeSchema, one)).toEqual([]);
    return told;
  };
}

test('one that is new is opened, with all there is to know of it and where it is', () => {
  const round = rounds();
  expect(round(0, found('web'))).toEqual([
    {
      change: 'opened',
      issue_id: expect.any(String),
      reason: 'crash_loop',
      category: 'workloads',
      severity: 'critical',
      object: { kind: 'Deployment', namespace: 'shop', name: 'web' },
      message: 'One pod is in a crash loop.',
      expected: false,
      count: 1,
      first_seen: new Date(start).toISOString(),
      nodes: ['of-web'],
      all_on_nodes: true,
    },
  ]);
  expect(round(1, found('web'))).toEqual([]);
});

test('one that ends is resolved as it was last known, and stands nowhere any more', () => {
  const round = rounds();
  const [opened] = round(0, found('web'), found('api'));
  const last = { message: 'Two pods are.', severity: 'warning' } as const;
  round(1, found('web', last), found('api'));
  expect(round(2, found('api'))).toMatchObject([
    { change: 'resolved', issue_id: opened?.issue_id, ...last, count: 1, nodes: [], all_on_nodes: false },
  ]);
});

test('one that is back within ten minutes has returned, and later is another', () => {
  const round = rounds();
  const [opened] = round(0, found('web'));
  round(1);
  expect(round(61, found('web'))).toMatchObject([
    { change: 'returned', issue_id: opened?.issue_id, count: 2, nodes: ['of-web'] },
  ]);
  round(62);
  const [again] = round(63 + sameAgainMs / 1_000, found('web'));
  expect(again).toMatchObject({ change: 'opened', count: 1 });
  expect(again?.issue_id).not.toBe(opened?.issue_id);
});

test('another severity is told, and that an action causes it or no longer does', () => {
  const round = rounds();
  const action = makeId();
  const told = (...all: readonly FoundIssue[]) =>
    round(1, ...all).map(({ change, severity, expected }) => [change, severity, expected]);
  round(0, found('web'));
  expect(told(found('web', { severity: 'warning' }))).toEqual([['severity', 'warning', false]]);
  expect(told(found('web', { severity: 'warning', action_id: action }))).toEqual([['expected', 'warning', true]]);
  expect(told(found('web', { severity: 'warning', action_id: makeId() }))).toEqual([]);
  expect(told(found('web'))).toEqual([
    ['severity', 'critical', false],
    ['expected', 'critical', false],
  ]);
});

test('other words and another cost are told to nobody', () => {
  const round = rounds();
  round(0, found('web'));
  expect(round(1, found('web', { message: 'Three pods are.', score_impact: 3, capped: true }))).toEqual([]);
});

test('that something cannot be seen is told like any other', () => {
  const round = rounds();
  const blind = found('events', {
    rule: 'not_visible',
    object: { kind: 'Cluster', namespace: null, name: 'events' },
    severity: 'info',
  });
  expect(round(0, blind)).toMatchObject([
    { change: 'opened', reason: 'not_visible', severity: 'info', object: { kind: 'Cluster', namespace: null } },
  ]);
});
