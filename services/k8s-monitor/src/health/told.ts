import { etagOf } from '@wheelhouse/kit';
import type { OpenIssue } from '../issues/schema.ts';
import type { Health } from './schema.ts';
import type { HealthRow, Sign } from './store.ts';

/** A row of a cluster that was observed at least once. */
export interface Observed extends HealthRow {
  readonly observed_at: Date;
  readonly score: number;
  readonly ready_nodes: number;
  readonly total_nodes: number;
  readonly issues: string;
  readonly issues_total: number;
}

const staleAfterMs = 10_000;
const mostIssues = 200;

export function isObserved(row: HealthRow): row is Observed {
  return row.observed_at !== null && row.score !== null;
}

export function isStale({ observed_at: at }: Pick<Sign, 'observed_at'>, now: Date): boolean {
  return at === null || now.getTime() - at.getTime() > staleAfterMs;
}

/** The same as long as nothing is to be told to those who follow. */
export function stateOf(signs: readonly Sign[], now: Date): string {
  const facts = signs.map((sign) => [sign.cluster_id, sign.version, isStale(sign, now)]);
  return etagOf(facts).replaceAll('"', '');
}

export function healthEtag(rows: readonly HealthRow[], now: Date): string {
  return etagOf(rows.map((row) => [row.cluster_id, row.version, row.observed_at, isStale(row, now)]));
}

/** As JSON: the issues were made into text when they were written, and are not taken apart to be shown. */
export function healthText(row: Observed, now: Date): string {
  const rest = {
    healthScore: row.score,
    readyNodes: row.ready_nodes,
    totalNodes: row.total_nodes,
    issues_total: row.issues_total,
    observed_at: row.observed_at.toISOString(),
    stale: isStale(row, now),
    cluster_id: row.cluster_id,
  };
  return `${JSON.stringify(rest).slice(0, -1)},"issues":${issuesText(row)}}`;
}

/** Inside a string the quotation marks would be escaped, so this is found nowhere else. */
function issuesText({ issues, observed_at }: Observed): string {
  return issues.replaceAll('"last_seen":null', `"last_seen":"${observed_at.toISOString()}"`);
}

/** A second cluster must not break a client: the same fields, told of all. */
export function mergedHealth(rows: readonly HealthRow[], observed: readonly Observed[], now: Date): Health {
  const sum = (of: (row: Observed) => number) => observed.reduce((total, row) => total + of(row), 0);
  const issues = observed.flatMap((row): readonly OpenIssue[] => JSON.parse(issuesText(row)));
  return {
    healthScore: Math.min(...observed.map(({ score }) => score)),
    readyNodes: sum((row) => row.ready_nodes),
    totalNodes: sum((row) => row.total_nodes),
    issues: issues.toSorted((a, b) => b.score_impact - a.score_impact).slice(0, mostIssues),
    issues_total: sum((row) => row.issues_total),
    observed_at: new Date(Math.min(...observed.map((row) => row.observed_at.getTime()))).toISOString(),
    stale: rows.some((row) => isStale(row, now)),
    clusters: rows.map((row) => ({
      cluster_id: row.cluster_id,
      healthScore: row.score,
      stale: isStale(row, now),
    })),
  };
}
