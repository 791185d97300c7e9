import { useMemo } from 'react';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { type Engagement, useKillSwitch } from '../../api/kill-switch.ts';
import type { Need, NeedSource } from '../need.ts';

/** Somebody has to find out why, and release it. The banner of every page lives on what this reads. */
export const killSwitchSource: NeedSource = {
  what: 'the kill switch',
  everyMs: 10_000,
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { engagements, error } = useKillSwitch(everyMs);
    const needs = useMemo(
      () => engagements.map((engagement) => stopNeed(engagement, byId.get(engagement.cluster_id ?? ''))),
      [engagements, byId],
    );
    return { needs, error };
  },
};

function stopNeed({ cluster_id, engaged_at, reason }: Engagement, cluster: Cluster | undefined): Need {
  return {
    key: `kill switch ${cluster_id}`,
    tone: 'attention',
    word: 'stopped',
    what: cluster_id === null ? 'All actions are stopped' : 'Actions on the cluster are stopped',
    next: reason ?? 'Find out why, then have an administrator release the kill switch.',
    cluster,
    when: { words: 'for', at: engaged_at, as: 'for' },
    link: { to: '/actions', search: { cluster_id: cluster_id ?? undefined } },
    linkWords: 'See the actions',
  };
}
