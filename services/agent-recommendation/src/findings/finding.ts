import type { ActionKind, RecommendationKind } from '@wheelhouse/contracts';

export const recommendationSeverities = ['high', 'medium', 'low'] as const;
export type RecommendationSeverity = (typeof recommendationSeverities)[number];

export interface ObjectSubject {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

export interface RuleSubject {
  readonly rule_id: string;
  readonly name: string;
  readonly action: ActionKind;
}

/** An object of the cluster, or a rule; never both. */
export interface Subject {
  readonly object: ObjectSubject | null;
  readonly rule: RuleSubject | null;
}

/** A cause as it was seen now. */
export interface Finding {
  readonly kind: RecommendationKind;
  readonly subject: Subject;
  readonly severity: RecommendationSeverity;
  /** With figures. */
  readonly why: string;
  /** The step to take. */
  readonly how: string;
}

/** What was found of a kind. A part of it says nothing of what is not there. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}

/** Kinds that nobody answered for are not in it. */
export type Seen = Readonly<Partial<Record<RecommendationKind, Found>>>;

export function subjectKey({ object, rule }: Subject): string {
  if (rule !== null) return `rule/${rule.rule_id}/${rule.action}`;
  return object === null ? '' : objectKey(object);
}

export function objectKey({ kind, namespace, name }: ObjectSubject): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}

export function objectWords({ kind, namespace, name }: ObjectSubject): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

export const aboutObject = (object: ObjectSubject): Subject => ({ object, rule: null });
export const aboutRule = (rule: RuleSubject): Subject => ({ object: null, rule });

/** "2026-03-10". */
export function dayWords(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function times(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
