import { firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface Piece extends Record<string, unknown> {
  readonly piece: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

/** Which of these clusters are watched; undefined asks for all. */
export async function watchedOf(db: TenantDb, clusters: readonly string[] | undefined): Promise<readonly string[]> {
  const rows = await db.query<{ cluster_id: string }>(
    'SELECT cluster_id FROM k8s_monitor.watches WHERE tenant_id = $1 AND ($2::uuid[] IS NULL OR cluster_id = ANY($2))',
    [db.tenantId, clusters ?? null],
  );
  return rows.map(({ cluster_id }) => cluster_id);
}

export function selectPieces(
  db: TenantDb,
  clusters: readonly string[],
  from: Date,
  to: Date,
  stepMs: number,
): Promise<readonly Piece[]> {
  return db.query<Piece>(
    `SELECT piece, min(low) AS min, max(high) AS max, min(last) AS last FROM (
       SELECT floor((extract(epoch FROM kit.time_of_id(id)) * 1000 - $4::float8) / $5::float8)::integer AS piece,
         min(score) AS low, max(score) AS high, (array_agg(score ORDER BY id DESC))[1] AS last
       FROM k8s_monitor.scores WHERE ${tenantFilter()} AND cluster_id = ANY($1) AND id >= $2 AND id < $3
       GROUP BY 1, cluster_id
     ) AS of_each GROUP BY piece ORDER BY piece`,
    [clusters, firstIdOf(from), firstIdOf(to), from.getTime(), stepMs],
  );
}
