import { useMemo } from 'react';
import { type Cluster, type OpenIssue, useClusters } from '../../api/clusters.ts';
import { useHealthOfAll } from '../../api/health-of-all.ts';
import { severityTone } from '../../design/tones.ts';
import type { Need, NeedSource } from '../need.ts';

export const issueSource: NeedSource = {
  what: 'the health of the clusters',
  everyMs: 15_000,
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data: health, error } = useHealthOfAll(everyMs);
    const needs = useMemo(() => issueNeeds(health?.issues ?? [], byId), [health, byId]);
    return { needs, error };
  },
};

function issueNeeds(issues: readonly OpenIssue[], byId: ReadonlyMap<string, Cluster>): readonly Need[] {
  return issues
    .filter(({ severity, expected }) => severity !== 'info' && !expected)
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
