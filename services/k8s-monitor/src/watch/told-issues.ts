import type { IssueChange } from '@wheelhouse/contracts';
import type { IssueObject } from '../rules/index.ts';
import { type IssueBook, type IssueChanges, type KeptIssue, keyOf } from './issue-changes.ts';
import type { IssuePlace } from './issue-place.ts';

/**
 * What other modules are told of a round: issues that began, ended, or mean something else now. That only the words or
 * the cost of one are others is told to nobody.
 */
export function toldIssues(
  before: IssueBook,
  { added, changed, resolved, next }: Pick<IssueChanges, 'added' | 'changed' | 'resolved' | 'next'>,
  placeOf: (object: IssueObject) => IssuePlace,
): readonly IssueChange[] {
  const told: IssueChange[] = [];
  const tell = (change: IssueChange['change'], issue: KeptIssue) => told.push(shown(change, issue, placeOf));
  for (const issue of added) tell('opened', issue);
  for (const issue of changed) {
    const was = before.open.get(keyOf(issue));
    if (was === undefined) tell('returned', issue);
    else {
      if (was.severity !== issue.severity) tell('severity', issue);
      if ((was.action_id === null) !== (issue.action_id === null)) tell('expected', issue);
    }
  }
  if (resolved.length > 0) for (const [key, issue] of before.open) if (!next.open.has(key)) tell('resolved', issue);
  return told;
}

const nowhere: IssuePlace = { nodes: [], all_on_nodes: false };

function shown(
  change: IssueChange['change'],
  { kind, namespace, name, ...issue }: KeptIssue,
  placeOf: (object: IssueObject) => IssuePlace,
): IssueChange {
  const object = { kind, namespace, name };
  const { nodes, ...place } = change === 'resolved' ? nowhere : placeOf(object);
  return {
    change,
    issue_id: issue.id,
    reason: issue.reason,
    category: issue.category,
    severity: issue.severity,
    object,
    message: issue.message,
    expected: issue.action_id !== null,
    count: issue.count,
    first_seen: new Date(issue.first_seen).toISOString(),
    nodes: [...nodes],
    ...place,
  };
}
