import type { CanaryFigures, CanaryIssue } from '@wheelhouse/contracts';
import type { Health } from './health.ts';

/** Points each issue took, by its id. */
export type Impacts = Readonly<Record<string, number>>;

export function impactsOf({ issues }: Pick<Health, 'issues'>): Impacts {
  return Object.fromEntries(
    issues.filter(({ score_impact }) => score_impact > 0).map(({ id, score_impact }) => [id, score_impact]),
  );
}

/** Strictly more than is allowed; differences of scores are rounded, for 99.9 − 99.8 is a little more than 0.1. */
export function isDropped(before: number, after: number, allowedDrop: number): boolean {
  return dropOf(before, after) > allowedDrop;
}

export function dropOf(before: number, after: number): number {
  return rounded(before - after);
}

const mostIssues = 20;

/** What takes more points than it did, greatest first. */
export function whatMadeTheDifference(before: Impacts, { issues }: Pick<Health, 'issues'>): CanaryIssue[] {
  return issues
    .map(({ id, severity, reason, object, message, score_impact }) => {
      const { kind, namespace, name } = object;
      const more_impact = rounded(score_impact - (before[id] ?? 0));
      return { severity, reason, object: { kind, namespace, name }, message, more_impact };
    })
    .filter(({ more_impact }) => more_impact > 0)
    .toSorted((one, other) => other.more_impact - one.more_impact)
    .slice(0, mostIssues);
}

function rounded(points: number): number {
  return Math.round(points * 1e6) / 1e6;
}

export function droppedText({ score_before, score_after, allowed_drop }: CanaryFigures): string {
  const drop = dropOf(score_before ?? 0, score_after ?? 0);
  return `The health score dropped from ${score_before} to ${score_after}, by ${drop} points; CANARY_ROLLBACK_HEALTH_DROP allows ${allowed_drop}`;
}
