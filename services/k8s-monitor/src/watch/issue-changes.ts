import type { MakeId } from '@wheelhouse/kit';
import type { Severity } from '../rules/index.ts';
import type { FoundIssue } from './not-visible.ts';

/** An issue as it is written; times are epoch milliseconds. */
export interface KeptIssue {
  readonly id: string;
  readonly reason: string;
  readonly category: string;
  readonly severity: Severity;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly message: string;
  readonly first_seen: number;
  readonly count: number;
  readonly score_impact: number;
  readonly capped: boolean;
  readonly suggested_action: string;
  readonly action_id: string | null;
}

export interface ResolvedIssue extends KeptIssue {
  readonly resolved_at: number;
}

/** By `keyOf`: what is open, and what was until a moment ago. */
export interface IssueBook {
  readonly open: ReadonlyMap<string, KeptIssue>;
  readonly resolved: ReadonlyMap<string, ResolvedIssue>;
}

export interface IssueChanges {
  readonly added: readonly KeptIssue[];
  /** Open ones that are another now, and resolved ones that are back. */
  readonly changed: readonly KeptIssue[];
  readonly resolved: readonly string[];
  /** Greatest impact first, as they were found. */
  readonly open: readonly KeptIssue[];
  readonly next: IssueBook;
}

/** One that comes back within this time is the same issue once more, not another one. */
export const sameAgainMs = 10 * 60_000;

/** As `issueKey` of the rules, which ask by it since when something is so. */
export function keyOf({
  reason,
  kind,
  namespace,
  name,
}: Pick<KeptIssue, 'reason' | 'kind' | 'namespace' | 'name'>): string {
  return `${reason} ${kind} ${namespace ?? ''} ${name}`;
}

export function issueChanges(book: IssueBook, found: readonly FoundIssue[], now: number, makeId: MakeId): IssueChanges {
  const added: KeptIssue[] = [];
  const changed: KeptIssue[] = [];
  const open = new Map<string, KeptIssue>();
  for (const one of found) {
    const key = keyOf({ reason: one.rule, ...one.object });
    const known = book.open.get(key);
    const earlier = book.resolved.get(key);
    const isBack = known === undefined && earlier !== undefined && now - earlier.resolved_at <= sameAgainMs;
    const before = isBack ? earlier : known;
    const kept = keptFrom(one, before, isBack, makeId);
    open.set(key, kept);
    if (before === undefined) added.push(kept);
    else if (isBack || !isEqual(before, kept)) changed.push(kept);
  }
  const gone = [...book.open].filter(([key]) => !open.has(key));
  const late = now - sameAgainMs;
  const resolved = new Map([
    ...[...book.resolved].filter(([key, { resolved_at: at }]) => at >= late && !open.has(key)),
    ...gone.map(([key, one]) => [key, { ...one, resolved_at: now }] as const),
  ]);
  const ids = gone.map(([, { id }]) => id);
  return { added, changed, resolved: ids, open: [...open.values()], next: { open, resolved } };
}

function keptFrom(
  { rule, object, ...found }: FoundIssue,
  before: KeptIssue | undefined,
  isBack: boolean,
  makeId: MakeId,
): KeptIssue {
  return {
    id: before?.id ?? makeId(),
    reason: rule,
    category: found.category,
    severity: found.severity,
    kind: object.kind,
    namespace: object.namespace,
    name: object.name,
    message: found.message,
    first_seen: before?.first_seen ?? found.first_seen,
    count: (before?.count ?? 1) + (isBack ? 1 : 0),
    score_impact: found.score_impact,
    capped: found.capped,
    suggested_action: found.suggested_action,
    action_id: found.action_id,
  };
}

function isEqual(before: KeptIssue, now: KeptIssue): boolean {
  return (
    before.message === now.message &&
    before.severity === now.severity &&
    before.score_impact === now.score_impact &&
    before.capped === now.capped &&
    before.category === now.category &&
    before.suggested_action === now.suggested_action &&
    before.action_id === now.action_id
  );
}
