import { setTimeout as wait } from 'node:timers/promises';
import type { House, Tenant } from './house.ts';

const lookEveryMs = 200;

/** Asks until nothing is left; after so long answers what is, in words. */
export async function untilNothingLeft(left: () => Promise<string>, patienceMs: number): Promise<string> {
  for (const deadline = performance.now() + patienceMs; ; await wait(lookEveryMs)) {
    const words = await left();
    if (words === '' || performance.now() > deadline) return words;
  }
}

/** Of what is said on the way from the monitor to the receiver. */
export async function underWay({ database }: House): Promise<string> {
  const [row] = await database.look<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM k8s_monitor.outbox WHERE seq IS NULL) AS unnumbered_of_monitor,
       (SELECT count(*)::int FROM k8s_monitor.outbox_streams WHERE confirmed < head) AS unpublished_of_monitor,
       (SELECT count(*)::int FROM k8s_monitor.outbox_streams AS o LEFT JOIN incidents.inbox_streams AS i
          ON i.source = 'k8s-monitor' AND i.type = o.type
        WHERE o.type = 'internal.issues_changed' AND coalesce(i.through, 0) < o.head) AS not_heard_by_incidents,
       (SELECT count(*)::int FROM incidents.outbox WHERE seq IS NULL) AS unnumbered_of_incidents,
       (SELECT count(*)::int FROM incidents.outbox_streams WHERE confirmed < head) AS unpublished_of_incidents,
       (SELECT count(*)::int FROM incidents.outbox_streams AS o LEFT JOIN webhooks.inbox_streams AS i
          ON i.source = 'incidents' AND i.type = o.type
        WHERE o.type LIKE 'incident.%' AND coalesce(i.through, 0) < o.head) AS not_heard_by_webhooks,
       (SELECT count(*)::int FROM webhooks.lanes WHERE next_due_at IS NOT NULL) AS lanes_due,
       (SELECT count(*)::int FROM webhooks.lanes WHERE lease_until > clock_timestamp()) AS lanes_leased`,
  );
  return wordsFor(row);
}

/** Of updates that wait for their time. */
export async function updatesDue({ database }: House, { person }: Tenant): Promise<string> {
  const [row] = await database.tenant(person.tenantId, (db) =>
    db.query<Record<string, number>>(
      'SELECT count(*)::int AS updates_due FROM incidents.incidents WHERE update_due_at IS NOT NULL',
    ),
  );
  return wordsFor(row);
}

/** What says that something went wrong on the way, whatever came of it. */
export async function troublesIn({ database }: House, { person }: Tenant): Promise<string> {
  const [found] = await database.tenant(person.tenantId, (db) =>
    db.query<Record<string, number>>('SELECT count(*)::int AS given_up FROM incidents.dead_letters'),
  );
  const [deadlocks] = await database.look<Record<string, number>>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return wordsFor({ ...found, ...deadlocks }) || 'none';
}

function wordsFor(counts: Readonly<Record<string, number>> | undefined): string {
  return Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what.replaceAll('_', ' ')} ${count}`)
    .join(', ');
}
