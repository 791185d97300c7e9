import type { Finding } from './judge.ts';

/** The health of the cluster around an action, as k8s-monitor told it at the end of the window. */
export interface ClusterHealth {
  /** Null: not asked, or not answered. Then nothing is claimed of it. */
  readonly before: number | null;
  readonly after: number | null;
  /** It was not observed any more when it was asked. */
  readonly stale: boolean;
  readonly observed_at: string | null;
  /** Rules of issues on the target that have begun since the action did. */
  readonly new_issues: readonly string[];
}

export const notAsked: ClusterHealth = { before: null, after: null, stale: false, observed_at: null, new_issues: [] };

/** As far as the score has to fall for it to count. */
const worseFrom = 10;

/** Only what was watched is compared: the others are told without it. */
export function isCompared({ verdict }: Finding): boolean {
  return verdict === 'cured' || verdict === 'relapsed' || verdict === 'not_cured';
}

export type Weighed = Finding | { readonly verdict: 'unknown'; readonly why: 'stale' };

/** What the health of the cluster makes of a finding. */
export function weighed(finding: Finding, health: ClusterHealth): Weighed {
  if (!isCompared(finding)) return finding;
  // That it came back was seen, whatever is seen now.
  if (health.stale) return finding.verdict === 'relapsed' ? finding : { verdict: 'unknown', why: 'stale' };
  return hasFallen(health) ? { verdict: 'worse' } : finding;
}

function hasFallen({ before, after, new_issues: issues }: ClusterHealth): boolean {
  return before !== null && after !== null && before - after >= worseFrom && issues.length > 0;
}
