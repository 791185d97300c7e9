import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Cloudspace, cloudspacesPath } from '../../api/apps.ts';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import type { Need, NeedSource } from '../need.ts';

export const cloudspaceSource: NeedSource = {
  what: 'the CloudSpaces',
  everyMs: 60_000,
  counts: { at: '/cloudspaces', words: 'failed' },
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data, error } = useInfiniteQuery({
      ...listing(cloudspacesPath, { query: { phase: 'Failed', limit: 20 } }),
      refetchInterval: everyMs,
    });
    const first = data?.pages[0];
    const needs = useMemo(
      () => (first?.data ?? []).map((one) => cloudspaceNeed(one, byId.get(one.cluster_id))),
      [first, byId],
    );
    return { needs, error, total: first?.total };
  },
};

function cloudspaceNeed({ id, name, phase, message, phase_since }: Cloudspace, cluster: Cluster | undefined): Need {
  return {
    key: `cloudspace ${id}`,
    tone: 'failing',
    word: phase,
    what: `CloudSpace ${name} failed`,
    next: message,
    cluster,
    when: { words: 'for', at: phase_since, as: 'for' },
    link: { to: '/cloudspaces/$cloudspaceId', params: { cloudspaceId: id } },
    linkWords: 'See the CloudSpace',
  };
}
