import { timestampSchema } from '@wheelhouse/contracts';
import { anyIdOf, anyOf, defineList, firstIdOf, type TenantDb, tenantFilter, type Where } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { severities } from './schema.ts';

export interface IssueRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly reason: string;
  readonly category: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly status: 'open' | 'resolved';
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly message: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly count: number;
  readonly score_impact: number;
  readonly capped: boolean;
  readonly suggested_action: string;
  readonly action_id: string | null;
  readonly expected: boolean;
  readonly resolved_at: Date | null;
}

/** An open issue was last seen when its cluster was. */
const lastSeen = `CASE WHEN status = 'open' THEN greatest(last_seen,
    (SELECT w.observed_at FROM k8s_monitor.watches AS w WHERE w.cluster_id = issues.cluster_id)) ELSE last_seen END AS last_seen`;
const columns = `id, cluster_id, reason, category, severity, status, kind, namespace, name, message, first_seen, ${lastSeen},
  count, score_impact, capped, suggested_action, action_id, expected, resolved_at`;

export const issues = defineList<IssueRow>({
  name: 'issues',
  from: 'k8s_monitor.issues',
  columns,
  sorts: { impact: { columns: ['score_impact'] } },
  counted: ['cluster_id', 'status', 'severity', 'category'],
  reach: { cluster: 'cluster_id' },
  filters: {
    cluster_id: anyIdOf('Ids of clusters'),
    status: anyOf('open (the default, unless `at` is given), resolved'),
    at: {
      schema: Type.With(timestampSchema, {
        description:
          'Issues that were open at this time, in their current or final state; an issue that went away for less than ten minutes counts as open throughout',
      }),
      where: (at) => openAt(new Date(at)),
    },
    severity: anyOf(severities),
    category: anyOf('Categories'),
    reason: anyOf('Rules'),
    namespace: anyOf('Namespaces of the objects'),
  },
  defaults: ({ status, at, ...rest }) => ({ ...rest, at, status: status ?? (at === undefined ? 'open' : undefined) }),
});

/** Those that took from the score at a moment: an id is made when its issue opens, which may be some time after it was first seen. */
function openAt(moment: Date): Where {
  return ({ bind }) =>
    `id < ${bind(firstIdOf(new Date(Math.max(0, moment.getTime() + 1))))} AND (resolved_at IS NULL OR resolved_at > ${bind(moment)})`;
}

export interface AboutObject {
  readonly kind: string;
  /** Null: it has none. */
  readonly namespace: string | null;
  readonly name: string;
}

/** Issues of one rule about one object that were open at some time since then. */
export interface Spell extends Record<string, unknown> {
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly count: number;
}

export function selectSpells(
  db: TenantDb,
  clusterId: string,
  reason: string,
  { kind, namespace, name }: AboutObject,
  since: Date,
): Promise<readonly Spell[]> {
  return db.query<Spell>(
    `SELECT first_seen, ${lastSeen}, count FROM k8s_monitor.issues
     WHERE ${tenantFilter()} AND cluster_id = $1 AND reason = $2 AND kind = $3 AND namespace IS NOT DISTINCT FROM $4 AND name = $5
       AND (resolved_at IS NULL OR resolved_at > $6)`,
    [clusterId, reason, kind, namespace, name, since],
  );
}

const mostAbout = 50;

export function selectOpenAbout(
  db: TenantDb,
  clusterId: string,
  { kind, namespace, name }: AboutObject,
): Promise<readonly IssueRow[]> {
  return db.query<IssueRow>(
    `SELECT ${columns} FROM k8s_monitor.issues
     WHERE ${tenantFilter()} AND cluster_id = $1 AND kind = $2 AND namespace IS NOT DISTINCT FROM $3 AND name = $4 AND status = 'open'
     ORDER BY score_impact DESC, id LIMIT ${mostAbout}`,
    [clusterId, kind, namespace, name],
  );
}
