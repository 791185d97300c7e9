import { routesOnPaper, schemaOf } from '@wheelhouse/kit';
import { asOwner } from '@wheelhouse/testkit';
import type { Installation } from '../installation/start.ts';
import { modules } from '../fixtures/shipped-table.ts';

/** Not what a call changes: when somebody was last seen, what a consumer counts later, and what a probe finds. */
const movesByItself = (
  'last_seen_at seen_at last_used_at last_used_ip changes updated_at ' +
  'phase reason message version rights rights_checked_at probe_due_at updated_told_at update_due_at'
).split(' ');

/**
 * Tables that follow from others: the events that webhooks hears of from the others whenever the broker tells it, what
 * is due, and numbers that grow with the incidents.
 */
const following = ['webhooks.events', 'platform.open_deployments', 'incidents.open_incidents', 'incidents.numbers'];

const ofPeople = "incident_id IN (SELECT id FROM incidents.incidents WHERE source <> 'platform')";

/** A cluster that nobody reaches becomes an incident by itself, whenever it is probed. Nothing else here comes from platform. */
const rowsOfPeople: Readonly<Record<string, string>> = {
  'incidents.incidents': "source <> 'platform'",
  'incidents.signals': "source <> 'platform'",
  'incidents.entries': ofPeople,
  'incidents.groups': ofPeople,
};

/** Those with something to attack: the others only write what they see elsewhere. */
const attacked = modules.filter((module) => routesOnPaper(module).some(({ method }) => method !== 'GET'));

/** Of each table a text that is another when a row is. */
export type Rows = ReadonlyMap<string, string>;

/** All that modules keep, but for what goes on by itself: the kit's tables, which every module has, and the audit trail. */
export async function rowsOf({ database }: Installation): Promise<Rows> {
  return asOwner(database.ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT min(nspname) || '.' || relname AS name
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = ANY ($1) AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT LIKE 'audit\\_%'
         AND nspname || '.' || relname <> ALL ($2)
       GROUP BY relname HAVING count(*) = 1`,
      [attacked.map(({ name }) => schemaOf(name)), following],
    );
    const digests = tables.map(
      ({ name }) => `
        SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(line, '' ORDER BY line)), '') AS digest
        FROM (SELECT (to_jsonb(t) - $1::text[])::text AS line FROM ${name} AS t WHERE ${rowsOfPeople[name] ?? 'true'}) AS lines`,
    );
    const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' UNION ALL '), [movesByItself]);
    return new Map(rows.map(({ name, digest }) => [name, digest]));
  });
}

export function changedTables(before: Rows, after: Rows): readonly string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
