import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database, TenantDb } from '../db/database.ts';
import { tenantFilter } from '../db/tenant-filter.ts';
import { refuse } from './refusal.ts';
import type { Reply } from './route.ts';

/**
 * `Idempotency-Key` on a POST: a row `running` first, then the change, and its answer in the same
 * transaction as the change. Whatever dies in between, a repeat either finds the answer or does the
 * work for the first time.
 */
export interface IdempotentCall {
  readonly tenantId: string;
  readonly caller: string;
  readonly path: string;
  readonly key: string;
  readonly rawBody: string;
  readonly secretAnswer: boolean;
}

export interface StoredAnswer {
  readonly status: number;
  readonly response: string;
}

interface Row {
  readonly body_hash: Buffer;
  readonly state: 'running' | 'done';
  readonly leased_until: Date;
  readonly status: number | null;
  readonly response: string | null;
  readonly object_id: string | null;
}

const leaseMs = 60_000;
const largestAnswer = 64 * 1024;
/** A bound, so that a key is a key and not a document. */
const longestKey = 255;

const divisionByZero = '22012';

const hash = (text: string) => createHash('sha256').update(text).digest();

export interface Idempotency {
  /** Takes the key for this call, or answers what an earlier call with it was answered. */
  readonly begin: (call: IdempotentCall) => Promise<StoredAnswer | undefined>;
  /** Writes the answer, in the transaction of the change. */
  readonly finish: (db: TenantDb, call: IdempotentCall, status: number, reply: Reply) => Promise<void>;
  /** Gives the key back after a refusal, so that a corrected repeat is not refused. */
  readonly forget: (call: IdempotentCall) => Promise<void>;
}

export function idempotency(database: Database, schema: string, clock: Clock): Idempotency {
  const table = `${schema}.idempotency_keys`;
  const identity = (call: IdempotentCall) => [call.caller, call.path, hash(call.key)];
  const sameKey = () => `${tenantFilter()} AND caller = $1 AND path = $2 AND key_hash = $3`;

  async function take(db: TenantDb, call: IdempotentCall): Promise<Row | undefined> {
    const now = clock.now();
    const leasedUntil = new Date(now.getTime() + leaseMs);
    const values = [call.tenantId, ...identity(call), hash(call.rawBody), leasedUntil, now];
    const taken = await db.query(
      `INSERT INTO ${table} AS k (tenant_id, caller, path, key_hash, body_hash, state, leased_until, created_at)
       VALUES ($1, $2, $3, $4, $5, 'running', $6, $7)
       ON CONFLICT (tenant_id, caller, path, key_hash) DO UPDATE SET leased_until = excluded.leased_until
       WHERE k.state = 'running' AND k.leased_until < $7 AND k.body_hash = excluded.body_hash
       RETURNING state`,
      values,
    );
    if (taken.length > 0) return undefined;
    const columns = 'body_hash, state, leased_until, status, response, object_id';
    const [row] = await db.query<Row>(`SELECT ${columns} FROM ${table} WHERE ${sameKey()}`, identity(call));
    return row;
  }

  return {
    begin: async (call) => {
      if (call.key.length > longestKey)
        refuse('invalid_request', { message: `Idempotency-Key is longer than ${longestKey} characters.` });
      const row = await database.tenant(call.tenantId, (db) => take(db, call));
      if (row === undefined) return undefined;
      if (!row.body_hash.equals(hash(call.rawBody))) refuse('idempotency_key_reused');
      if (row.state === 'running') refuse('idempotency_in_progress', { headers: { 'retry-after': '1' } });
      if (row.object_id !== null) {
        refuse('already_exists', {
          message: `This request was already made and created ${row.object_id}. Its response contained a secret and was not kept.`,
        });
      }
      return { status: row.status ?? 200, response: row.response ?? '' };
    },
    finish: async (db, call, status, reply) => {
      const response = JSON.stringify(reply.body ?? {});
      if (response.length > largestAnswer)
        throw new Error(`a response of ${response.length} bytes is too large to keep for an Idempotency-Key`);
      const kept = call.secretAnswer ? [null, reply.objectId ?? ''] : [response, null];
      // Another call may have taken the key over after our lease ran out, and have finished: this change must not happen
      // too. COMMIT travels with this statement, so it is the statement itself that must fail then.
      const done = db.query(
        `WITH done AS (
           UPDATE ${table} SET state = 'done', status = $4, response = $5, object_id = $6
           WHERE ${sameKey()} AND state = 'running' RETURNING 1
         ) SELECT 1 / count(*) AS one FROM done`,
        [...identity(call), status, ...kept],
      );
      await done.catch((error: Error & { readonly code?: string }) => {
        if (error.code === divisionByZero) refuse('idempotency_in_progress');
        throw error;
      });
    },
    forget: async (call) => {
      await database.tenant(call.tenantId, (db) =>
        db.query(`DELETE FROM ${table} WHERE ${sameKey()} AND state = 'running'`, identity(call)),
      );
    },
  };
}
