import { closed, uuidSchema } from '@wheelhouse/contracts';
import { defineRoute, type Route, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { Type } from 'typebox';

const mostUids = 100;

/** For a worker that wants to know whether its credentials lead to the cluster they are said to. */
export function internalNodeRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/clusters/:id/known-nodes',
      access: 'internal',
      reach: 'none',
      summary: 'Count how many of these nodes belong to the cluster',
      params: closed({ id: uuidSchema }),
      query: closed({ uids: Type.String({ maxLength: 8_192, description: `Comma-separated, at most ${mostUids}` }) }),
      response: closed({
        known: Type.Integer({ minimum: 0, description: 'How many of them are nodes of the cluster' }),
        observed: Type.Boolean({ description: 'Whether any node of the cluster has been observed' }),
      }),
      handler: async ({ params, query, read }) => {
        const uids = query.uids.split(',').slice(0, mostUids);
        return { body: await read((db) => countKnown(db, params.id, uids)) };
      },
    }),
  ];
}

async function countKnown(db: TenantDb, clusterId: string, uids: readonly string[]) {
  const [row] = await db.query<{ known: number; observed: boolean }>(
    `SELECT count(*) FILTER (WHERE uid = ANY($2)) AS known, count(*) > 0 AS observed
     FROM k8s_monitor.nodes WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId, uids],
  );
  return { known: row?.known ?? 0, observed: row?.observed ?? false };
}
