import { createHash } from 'node:crypto';
import type { SystemDb, TenantDb } from '../db/database.ts';

/** Messages that wait in the database: to be tried again, or, given up, for their place in a tenant's dead letters. */

/** A message as the broker brought it. */
export interface Arrived {
  readonly exchange: string;
  readonly routingKey: string;
  readonly messageId: string | undefined;
  readonly bytes: Uint8Array;
}

export interface Held {
  readonly reason: string;
  readonly tenantId: string | undefined;
  readonly clusterId: string | undefined;
  /** Until the next attempt; undefined: there is none. */
  readonly pauseMs: number | undefined;
}

/** Enough of what was given up to see what it was. */
export const keptBytes = 16 * 1024;
const longestReason = 1_000;

/** The same message is held once. Whoever brings it again need not know how the first fared. */
export async function hold(
  db: SystemDb,
  schema: string,
  consumer: string,
  { exchange, routingKey, messageId, bytes }: Arrived,
  { reason, tenantId, clusterId, pauseMs }: Held,
): Promise<void> {
  const digest = createHash('sha256')
    .update(`${messageId ?? ''}\n`)
    .update(bytes)
    .digest();
  const body = pauseMs === undefined ? bytes.subarray(0, keptBytes) : bytes;
  await db.query(
    `INSERT INTO ${schema}.held_messages
       (consumer, exchange, routing_key, message_id, digest, body, bytes, tenant_id, cluster_id, reason, attempts, due_at, created_at, given_up_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, now() + make_interval(secs => $11), now(), CASE WHEN $12::boolean THEN now() END)
     ON CONFLICT (consumer, digest) DO NOTHING`,
    [
      consumer,
      exchange,
      writable(routingKey),
      messageId === undefined ? null : writable(messageId),
      digest,
      Buffer.from(body),
      bytes.length,
      tenantId ?? null,
      clusterId ?? null,
      writable(reason),
      (pauseMs ?? 0) / 1000,
      pauseMs === undefined,
    ],
  );
}

export interface DueMessage extends Record<string, unknown> {
  readonly id: string;
  readonly consumer: string;
  readonly routing_key: string;
  readonly message_id: string | null;
  readonly body: Buffer;
  readonly attempts: number;
  readonly reason: string;
}

/** As long as one attempt may take before another process makes the next. */
const claimSeconds = 60;

/** Counts the attempt before it is made: one that ends the process is one too. */
export function claimDue(
  db: SystemDb,
  schema: string,
  consumers: readonly string[],
  most: number,
): Promise<readonly DueMessage[]> {
  return db.query<DueMessage>(
    `UPDATE ${schema}.held_messages SET attempts = attempts + 1, due_at = now() + make_interval(secs => $3)
     WHERE id = ANY(ARRAY(
       SELECT id FROM ${schema}.held_messages WHERE given_up_at IS NULL AND due_at <= now() AND consumer = ANY($1)
       ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING id, consumer, routing_key, message_id, body, attempts, reason`,
    [consumers, most, claimSeconds],
  );
}

/** In the transaction of the effect; false when another has taken it meanwhile. */
export async function release(db: TenantDb | SystemDb, schema: string, id: string): Promise<boolean> {
  const gone = await db.query(`DELETE FROM ${schema}.held_messages WHERE id = $1 RETURNING id`, [id]);
  return gone.length > 0;
}

export async function postpone(
  db: SystemDb,
  schema: string,
  id: string,
  reason: string,
  pauseMs: number,
): Promise<void> {
  await db.query(
    `UPDATE ${schema}.held_messages SET reason = $2, due_at = now() + make_interval(secs => $3)
     WHERE id = $1 AND given_up_at IS NULL`,
    [id, writable(reason), pauseMs / 1000],
  );
}

export async function giveUp(db: SystemDb, schema: string, id: string, reason: string): Promise<void> {
  await db.query(
    `UPDATE ${schema}.held_messages SET reason = $2, given_up_at = now(), body = substring(body FOR $3)
     WHERE id = $1 AND given_up_at IS NULL`,
    [id, writable(reason), keptBytes],
  );
}

/** What a sender wrote may be long, and may hold the one character that PostgreSQL does not take. */
function writable(text: string): string {
  return text.replaceAll('\0', '\ufffd').slice(0, longestReason).toWellFormed();
}
