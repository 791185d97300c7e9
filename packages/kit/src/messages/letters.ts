import type { CallModule } from '../http/module-call.ts';
import type { Database, TenantDb } from '../db/database.ts';
import { type KnownTenants, knownTenants } from '../known-tenants.ts';
import { keptBytes, release } from './held.ts';

/**
 * What was given up becomes a dead letter of somebody. Who sent it is unknown, so it is the tenant's that its own
 * words name, if there is such a tenant; everything else is the operator's. Only auth knows which there are.
 */
interface GivenUp extends Record<string, unknown> {
  readonly id: string;
  readonly consumer: string;
  readonly exchange: string;
  readonly routing_key: string;
  readonly message_id: string | null;
  readonly digest: Buffer;
  readonly body: Buffer;
  readonly bytes: number;
  readonly tenant_id: string | null;
  readonly cluster_id: string | null;
  readonly reason: string;
  readonly given_up_at: Date;
}

export interface FilingOptions {
  readonly schema: string;
  readonly database: Database;
  readonly call: CallModule;
  readonly signal: AbortSignal;
}

const atOnce = 50;

/** Answers whether all found a place; without an operator, before the first start is finished, some have none yet. */
export async function fileGivenUp(options: FilingOptions): Promise<boolean> {
  const { schema, database, signal } = options;
  while (!signal.aborted) {
    const letters = await database.look<GivenUp>(
      `SELECT id, consumer, exchange, routing_key, message_id, digest, body, bytes, tenant_id, cluster_id, reason, given_up_at
       FROM ${schema}.held_messages WHERE given_up_at IS NOT NULL ORDER BY id LIMIT ${atOnce}`,
    );
    if (letters.length === 0) return true;
    const { operator_id: operatorId, known } = await tenantsAmong(options, letters);
    let placed = 0;
    for (const letter of letters) {
      const owner = letter.tenant_id !== null && known.includes(letter.tenant_id) ? letter.tenant_id : operatorId;
      if (owner === null) continue;
      await database.tenant(owner, async (db) => {
        if (await release(db, schema, letter.id)) await insertLetter(db, schema, letter);
      });
      placed += 1;
    }
    if (placed < letters.length) return false;
  }
  return true;
}

function tenantsAmong({ call, signal }: FilingOptions, letters: readonly GivenUp[]): Promise<KnownTenants> {
  const named = new Set(letters.flatMap(({ tenant_id: id }) => (id === null ? [] : [id])));
  return knownTenants(call, [...named], signal);
}

/** Sent and given up once more, it is the same letter with the newer reason. `type` is counted, and so is never the sender's word. */
async function insertLetter(db: TenantDb, schema: string, letter: GivenUp): Promise<void> {
  const isCut = letter.bytes > letter.body.length;
  const { text, encoding } = textOf(letter.body, isCut);
  await db.query(
    `INSERT INTO ${schema}.dead_letters
       (tenant_id, consumer, source, type, message_id, routing_key, digest, cluster_id, body, body_encoding, body_cut, bytes, reason, created_at)
     VALUES (kit.tenant(), $1, $2, 'message', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (tenant_id, consumer, digest) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at`,
    [
      letter.consumer,
      letter.exchange,
      letter.message_id,
      letter.routing_key,
      letter.digest,
      letter.cluster_id,
      text,
      encoding,
      isCut,
      letter.bytes,
      letter.reason,
      letter.given_up_at,
    ],
  );
}

/** As text where the bytes are text; of what was cut, the last character may lack its end. */
function textOf(bytes: Buffer, isCut: boolean): { readonly text: string; readonly encoding: 'utf8' | 'base64' } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
    if (!text.includes('\0')) return { text, encoding: 'utf8' };
  } catch {
    // Not text.
  }
  return { text: bytes.subarray(0, keptBytes).toString('base64'), encoding: 'base64' };
}
