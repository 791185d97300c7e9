import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { actionsPath } from '../api/actions.ts';
import type { Cluster } from '../api/clusters.ts';
import { reading } from '../api/reading.ts';
import { objectOf } from '../design/action-words.ts';
import type { KubernetesObject } from '../design/object-chip.tsx';
import { Section } from '../design/page.tsx';
import { Table } from '../design/table.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { actionColumns, type ActionRow, rowKey } from '../pages/actions/action-columns.tsx';
import { isSame } from './same-object.ts';

interface ActionsPartProps {
  readonly cluster: Cluster;
  /** The thing itself, and its pods. */
  readonly objects: readonly KubernetesObject[];
}

/** The API has no filter for what an action is about: it is looked for among the newest of the cluster. */
const asked = 200;
const most = 10;
const everyMs = 5_000;

const columns = actionColumns.filter(({ id }) => id !== 'cluster');

/** What was done to it, or waits to be. */
export function ActionsPart({ cluster, objects }: ActionsPartProps) {
  const { id, name } = cluster;
  const query = useQuery({
    ...reading(actionsPath, { query: { cluster_id: id, limit: asked } }),
    refetchInterval: everyMs,
  });
  const navigate = useNavigate();
  const open = useCallback(
    ({ action }: ActionRow) => void navigate({ to: '/actions/$actionId', params: { actionId: action.id } }),
    [navigate],
  );
  return (
    <Section
      title="Actions"
      actions={
        <Link to="/clusters/$clusterId/actions" params={{ clusterId: id }}>
          All actions on <span className="name">{name}</span>
        </Link>
      }
    >
      <Loaded of={query} what="the actions on it">
        {({ data, total }) => {
          const own = data.filter(({ target }) => objects.some((object) => isSame(object, objectOf(target))));
          const rows = own.slice(0, most).map((action): ActionRow => ({ action, cluster }));
          if (rows.length > 0)
            return <Table label="Actions on it" columns={columns} rows={rows} keyOf={rowKey} onOpen={open} />;
          return (
            <p className="quiet">
              {total > data.length
                ? `None of the last ${data.length} actions on the cluster was on it.`
                : 'No action was ever proposed for it.'}
            </p>
          );
        }}
      </Loaded>
    </Section>
  );
}
