import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import type { Need, NeedSource } from '../need.ts';

type Token = Schemas['auth']['Token'];

const soonMs = 14 * 86_400_000;

/** Credentials that expire soon: those by which clusters are watched, and your tokens. */
export const credentialSource: NeedSource = {
  what: 'your access tokens',
  everyMs: 300_000,
  useFound: (everyMs) => {
    const { clusters } = useClusters();
    const { data, error } = useInfiniteQuery({
      ...listing('/auth/api/v1/tokens', { query: { limit: 200 } }),
      refetchInterval: everyMs,
    });
    const needs = useMemo(() => {
      const tokens = data?.pages.flatMap((page) => page.data) ?? [];
      return [...clusterNeeds(clusters), ...tokenNeeds(tokens)];
    }, [clusters, data]);
    return { needs, error };
  },
};

const isSoon = (at: string | null): at is string =>
  at !== null && Date.parse(at) > Date.now() && Date.parse(at) - Date.now() < soonMs;

const expiring = { tone: 'attention', word: 'expires soon' } as const;

function clusterNeeds(clusters: readonly Cluster[]): readonly Need[] {
  return clusters.flatMap((cluster): readonly Need[] => {
    const { expires_at: at } = cluster.credential;
    if (!isSoon(at)) return [];
    return [
      {
        ...expiring,
        key: `credential ${cluster.id}`,
        what: 'The cluster’s credentials expire',
        next: 'Create new credentials and replace them in its settings.',
        cluster,
        when: { words: 'expire', at },
        link: { to: '/clusters/$clusterId/settings', params: { clusterId: cluster.id } },
        linkWords: 'See its settings',
      },
    ];
  });
}

function tokenNeeds(tokens: readonly Token[]): readonly Need[] {
  return tokens
    .filter(({ revoked_at, expires_at }) => revoked_at === null && isSoon(expires_at))
    .map(
      ({ id, name, expires_at }): Need => ({
        ...expiring,
        key: `token ${id}`,
        what: `Your token ${name} expires`,
        next: 'Create another, use it wherever this one is used, then revoke this one.',
        when: { words: 'expires', at: expires_at },
        link: { to: '/settings/access-tokens' },
        linkWords: 'See your tokens',
      }),
    );
}
