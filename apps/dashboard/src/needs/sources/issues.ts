import { useMemo } from 'react';
import { type Cluster, type OpenIssue, useClusters } from '../../api/clusters.ts';
import { useHealthOfAll } from '../../api/health-of-all.ts';
import { severityTone } from '../../design/tones.ts';
import type { Covered } from '../covered.ts';
import type { Need, NeedSource } from '../need.ts';
import { useCovered } from '../use-covered.ts';

export const issueSource: NeedSource = {
  what: 'the health of the clusters',
  everyMs: 15_000,
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data: health, error } = useHealthOfAll(everyMs);
    const covered = useCovered();
    const needs = useMemo(() => issueNeeds(health?.issues ?? [], byId, covered), [health, byId, covered]);
    return { needs, error };
  },
};

/** Those of an incident are told with it. */
function issueNeeds(
  issues: readonly OpenIssue[],
  byId: ReadonlyMap<string, Cluster>,
  covered: Covered,
): readonly Need[] {
  return issues
    .filter((issue) => issue.severity !== 'info' && !issue.expected && !covered.issue(issue))
    .map((issue) => ({
      key: issue.id,
      tone: severityTone[issue.severity],
      word: issue.severity,
      what: issue.message,
      next: issue.suggested_action,
      cluster: byId.get(issue.cluster_id),
      object: issue.object,
      when: { words: 'for', at: issue.first_seen, as: 'for' },
      link: {
        to: '/clusters/$clusterId',
        params: { clusterId: issue.cluster_id },
        search: { severity: issue.severity, category: issue.category },
      },
      linkWords: 'See the issue',
    }));
}
