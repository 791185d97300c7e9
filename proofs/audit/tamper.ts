import { randomInt, randomUUID } from 'node:crypto';
import { type ChainReport, type KnownHead, verifyChain } from '@wheelhouse/auth/audit';
import { type Database, openKeyring, systemClock, type TenantDb } from '@wheelhouse/kit';
import { asOwner, eventually } from '@wheelhouse/testkit';
import pg from 'pg';
import type { Installation } from '../installation/start.ts';

/** Trails that the product's own sealer made, and an owner of the tables who changes them and takes it back. */

export interface Trail {
  readonly tenantId: string;
  readonly slug: string;
  readonly length: number;
  readonly head: KnownHead;
}

/** What modules would have told, written into what waits to be sealed; the running process seals it. */
export async function makeTrail(installation: Installation, length: number): Promise<Trail> {
  const { id: tenantId, slug } = await installation.tenant();
  await asOwner(installation.database.ownerUrl, (client) =>
    client.query(
      `WITH told AS (
         INSERT INTO auth.audit_pending (tenant_id, at, id, source, record)
         SELECT $1::uuid, at, gen_random_uuid(), 'auth', jsonb_build_object('at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'action', 'thing.change', 'route', 'PATCH /api/v1/things/:id', 'actor', jsonb_build_object('kind', 'user', 'id', 'user ' || i % 9, 'credential_id', 'token ' || i % 5),
           'object_id', 'thing ' || i, 'request_id', 'request-' || i, 'address', '192.0.2.' || i % 250, 'result', 'done', 'count', 1, 'details', jsonb_build_object('n', i, 'b', 'x', 'a', 0.5))
         FROM (SELECT i, date_trunc('milliseconds', now()) + i * interval '1 ms' AS at FROM generate_series(1, $2::integer) AS i) AS moments)
       INSERT INTO auth.audit_due VALUES ($1, now())`,
      [tenantId, length],
    ),
  );
  const head = await eventually(async () => {
    const { entries, head: reached, fault } = await verify(installation.db, installation, tenantId);
    if (fault !== undefined) throw new Error(`entry ${fault.seq} ${fault.says}`);
    if (entries !== length || reached === undefined) throw new Error(`${entries} of ${length} sealed`);
    return reached;
  }, 180_000);
  return { tenantId, slug, length, head };
}

type TenantsDatabase = Pick<Database, 'tenant'>;

export function verify(
  database: TenantsDatabase,
  installation: Installation,
  tenantId: string,
  known?: KnownHead,
): Promise<ChainReport> {
  const secrets = openKeyring(installation.environment['SECRETS_KEYS'] ?? '');
  return verifyChain({ database, secrets, now: systemClock.now() }, tenantId, known);
}

export interface Tampering {
  readonly name: string;
  /** The number that must be named. */
  readonly first: number;
  readonly sql: string;
  /** Whether it takes a head kept elsewhere to see it. */
  readonly hidden: boolean;
}

const edits = [
  `at = at + interval '1 millisecond'`,
  `source = source || 'x'`,
  `action = 'nothing.happened'`,
  `route = 'GET /'`,
  `actor_kind = 'service'`,
  `actor_id = 'user x'`,
  `credential_id = NULL`,
  `object_id = 'another'`,
  `request_id = 'request-0'`,
  `address = NULL`,
  `result = 'forbidden'`,
  `count = count + 1`,
  `details = details || '{"n": 0}'`,
  `previous_id = gen_random_uuid()`,
  `previous_hash = hash`,
  `hash = left(hash, -2) || CASE right(hash, 2) WHEN 'AA' THEN 'BA' ELSE 'AA' END`,
];

/** One of each kind in turn, at a random place. The last entry is left to those that cut the end. */
export function tamperingOf({ tenantId, length }: Trail, round: number): Tampering {
  const at = randomInt(1, length - 1);
  const other = randomInt(at + 1, length);
  const rows = (condition: string) => `WHERE tenant_id = '${tenantId}' AND seq ${condition}`;
  const kinds: readonly (() => Tampering)[] = [
    () => {
      const edit = edits[round % edits.length] ?? '';
      const sql = `UPDATE auth.audit_entries SET ${edit} ${rows(`= ${at}`)}`;
      return { name: `edited (${edit.split(' ')[0]})`, first: at, sql, hidden: false };
    },
    () => ({
      name: 'removed',
      first: at,
      sql: `DELETE FROM auth.audit_entries ${rows(`= ${at}`)}`,
      hidden: false,
    }),
    () => ({
      name: 'reordered',
      first: at,
      sql: `UPDATE auth.audit_entries SET seq = ${at + other} - seq ${rows(`IN (${at}, ${other})`)}`,
      hidden: false,
    }),
    () => ({
      name: 'reordered, neighbours',
      first: at,
      sql: `UPDATE auth.audit_entries SET seq = ${at + at + 1} - seq ${rows(`IN (${at}, ${at + 1})`)}`,
      hidden: false,
    }),
    () => ({
      name: 'inserted',
      first: at,
      sql: `INSERT INTO auth.audit_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', overlay(id::text PLACING '${randomUUID().slice(24)}' FROM 25), 'action', 'x'))).* FROM auth.audit_entries AS e ${rows(`= ${at}`)}`,
      hidden: false,
    }),
    () => ({
      name: 'cut',
      first: at + 1,
      sql: `DELETE FROM auth.audit_entries ${rows(`> ${at}`)}`,
      hidden: false,
    }),
    () => ({
      name: 'cut, and its head set back',
      first: at + 1,
      sql: `WITH gone AS (DELETE FROM auth.audit_entries ${rows(`> ${at}`)})
        UPDATE auth.audit_heads AS h SET seq = e.seq, id = e.id, hash = e.hash FROM auth.audit_entries AS e
        WHERE h.tenant_id = e.tenant_id AND e.tenant_id = '${tenantId}' AND e.seq = ${at}`,
      hidden: true,
    }),
  ];
  const kind = kinds[round % kinds.length];
  if (kind === undefined) throw new Error('there are no kinds of tampering');
  return kind();
}

/** The owner changes the tables, the verifier looks through the same transaction, and all of it is taken back. */
export async function inOwnersTransaction<T>(
  installation: Installation,
  sql: string,
  work: (database: TenantsDatabase) => Promise<T>,
): Promise<T> {
  const bigint = 20;
  const client = new pg.Client({
    connectionString: installation.database.ownerUrl,
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- as in the kit's own handle
    types: { getTypeParser: (id: number) => (id === bigint ? Number : pg.types.getTypeParser(id)) },
  });
  await client.connect();
  const query: TenantDb['query'] = async (text, values = []) => (await client.query(text, [...values])).rows;
  try {
    await client.query('BEGIN');
    await client.query(sql);
    return await work({
      tenant: async (tenantId, inside) => {
        await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenantId]);
        return inside({ tenantId, query, last: (ending) => ending() });
      },
    });
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}
