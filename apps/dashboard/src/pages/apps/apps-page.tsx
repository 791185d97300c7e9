import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type App, appsEveryMs, appsPath, useCloudspaces } from '../../api/apps.ts';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { deploymentPhases } from '../../design/app-words.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { LacksDeploy } from '../app/lacks-deploy.tsx';
import { appColumns, type AppRow } from './app-columns.tsx';
import { NoApps } from './no-apps.tsx';

const named = (all: readonly { readonly id: string; readonly name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, label: name }));
const keyOf = ({ app }: AppRow) => app.id;
const sorts = ['-created', 'name', '-name'] as const;

/** What was deployed, and how it is. */
export function AppsPage() {
  const navigate = useNavigate();
  const { clusters, byId } = useClusters();
  const { cloudspaces } = useCloudspaces();
  const list = useApiList(
    {
      filters: [
        text('q', 'Name', 'starts with'),
        choice('cloudspace_id', 'CloudSpace', named(cloudspaces), 'all'),
        ...(clusters.length > 1 ? [choice('cluster_id', 'Cluster', named(clusters), 'all')] : []),
        choice('phase', 'Phase', deploymentPhases),
      ],
      sorts,
      ask: (search, sort) =>
        listing(appsPath, { query: { limit: 50, ...search, sort: sort === '-created' ? undefined : sort } }),
      everyMs: appsEveryMs,
    },
    useCallback((app: App): AppRow => ({ app, cluster: clusterOf(app, byId) }), [byId]),
  );
  const open = useCallback(
    ({ app }: AppRow) => void navigate({ to: '/apps/$appId', params: { appId: app.id } }),
    [navigate],
  );
  return (
    <ListPage
      title="Apps"
      what="apps"
      list={list}
      state={<Refreshed at={list.query.dataUpdatedAt} isFailing={list.query.error !== null} />}
      actions={
        !list.isBare && (
          <ButtonLink to="/apps/new" look="primary">
            Deploy an app
          </ButtonLink>
        )
      }
      notice={<LacksDeploy />}
      columns={appColumns}
      keyOf={keyOf}
      onOpen={open}
      empty={<NoApps />}
    />
  );
}

const clusterOf = ({ cluster_id }: App, byId: ReadonlyMap<string, Cluster>) => byId.get(cluster_id);
