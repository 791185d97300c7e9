import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { appsEveryMs, type Cloudspace, cloudspacesPath } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { cloudspacePhases } from '../../design/app-words.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { LacksDeploy } from '../app/lacks-deploy.tsx';
import { cloudspaceColumns, type CloudspaceRow } from './cloudspace-columns.tsx';
import { NoCloudspaces } from './no-cloudspaces.tsx';

const keyOf = ({ cloudspace }: CloudspaceRow) => cloudspace.id;
const sorts = ['-created', 'name', '-name'] as const;

/** The walled pieces of clusters that apps live in. */
export function CloudspacesPage() {
  const navigate = useNavigate();
  const { clusters, byId } = useClusters();
  const list = useApiList(
    {
      filters: [
        text('q', 'Name', 'starts with'),
        choice(
          'cluster_id',
          'Cluster',
          clusters.map(({ id, name }) => ({ value: id, label: name })),
          'all',
        ),
        choice('phase', 'Phase', cloudspacePhases),
      ],
      sorts,
      ask: (search, sort) =>
        listing(cloudspacesPath, { query: { limit: 50, ...search, sort: sort === '-created' ? undefined : sort } }),
      everyMs: appsEveryMs,
    },
    useCallback(
      (cloudspace: Cloudspace): CloudspaceRow => ({ cloudspace, cluster: byId.get(cloudspace.cluster_id) }),
      [byId],
    ),
  );
  const open = useCallback(
    ({ cloudspace }: CloudspaceRow) =>
      void navigate({ to: '/cloudspaces/$cloudspaceId', params: { cloudspaceId: cloudspace.id } }),
    [navigate],
  );
  return (
    <ListPage
      title="CloudSpaces"
      what="CloudSpaces"
      list={list}
      state={<Refreshed at={list.query.dataUpdatedAt} isFailing={list.query.error !== null} />}
      actions={
        !list.isBare && (
          <ButtonLink to="/cloudspaces/new" look="primary">
            Create CloudSpace
          </ButtonLink>
        )
      }
      notice={<LacksDeploy />}
      columns={cloudspaceColumns}
      keyOf={keyOf}
      onOpen={open}
      empty={<NoCloudspaces />}
    />
  );
}
