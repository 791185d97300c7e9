import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { appsEveryMs, appsPath, type Cloudspace } from '../../api/apps.ts';
import { listing } from '../../api/reading.ts';
import { Section } from '../../design/page.tsx';
import { Table } from '../../design/table.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { appColumnsOfOne, type AppRow } from '../apps/app-columns.tsx';
import { QuotaBars } from './quota-bars.tsx';

const keyOf = ({ app }: AppRow) => app.id;

/** The apps in it, and what they ask for of its quota. All of them are read: the sum must not be of a part. */
export function AppsPart({ cloudspace }: { readonly cloudspace: Cloudspace }) {
  const { id, name } = cloudspace;
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...listing(appsPath, { query: { cloudspace_id: id, limit: 200, sort: 'name' } }),
    refetchInterval: appsEveryMs,
  });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rows = useMemo(
    () => data?.pages.flatMap((page) => page.data.map((app): AppRow => ({ app, cluster: undefined }))),
    [data],
  );
  const open = useCallback(
    ({ app }: AppRow) => void navigate({ to: '/apps/$appId', params: { appId: app.id } }),
    [navigate],
  );
  return (
    <Loaded of={{ data: rows, error, refetch }} what="the apps">
      {(apps) => (
        <>
          <QuotaBars quota={cloudspace.quota} apps={apps.map(({ app }) => app)} isWhole={!hasNextPage} />
          <Section title="Apps">
            {apps.length === 0 ? (
              <p className="quiet">There is no app in it yet. Deploy one with the button above.</p>
            ) : (
              <Table label={`Apps in ${name}`} columns={appColumnsOfOne} rows={apps} keyOf={keyOf} onOpen={open} />
            )}
          </Section>
        </>
      )}
    </Loaded>
  );
}
