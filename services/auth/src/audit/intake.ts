import type { AuditActor, AuditRecord, Clock, Database, MakeId, TenantDb } from '@wheelhouse/kit';
import { insertPending, knownTenants, markDue } from './store.ts';

/** What modules tell, made so that it can always be stored, signed, and read back as it was signed. */

const longestText = 1_000;
const largestDetails = 16_384;

export async function take(
  db: TenantDb,
  { source, id, record, now }: { source: string; id: string; record: AuditRecord; now: Date },
): Promise<void> {
  await insertPending(db, { id, source, record: storable(record) });
  await markDue(db, now);
}

export interface Intake {
  readonly database: Database;
  readonly makeId: MakeId;
  readonly clock: Clock;
}

/** Of any tenants, from a module whose token names none: only those that our own table knows are opened. */
export async function takeTold(
  { database, makeId, clock }: Intake,
  source: string,
  told: readonly (AuditRecord & { readonly tenant_id: string })[],
): Promise<{ readonly taken: number; readonly unknown_tenants: readonly string[] }> {
  const byTenant = Map.groupBy(told, ({ tenant_id }) => tenant_id.toLowerCase());
  const known = await database.system((db) => knownTenants(db, [...byTenant.keys()]));
  let taken = 0;
  for (const tenantId of known) {
    const records = byTenant.get(tenantId) ?? [];
    await database.tenant(tenantId, async (db) => {
      for (const record of records) await insertPending(db, { id: makeId(), source, record: storable(record) });
      await markDue(db, clock.now());
    });
    taken += records.length;
  }
  return { taken, unknown_tenants: [...byTenant.keys()].filter((tenantId) => !known.includes(tenantId)) };
}

export function storable(record: AuditRecord): AuditRecord {
  const at = new Date(record.at);
  if (Number.isNaN(at.getTime())) throw new Error(`an audit entry needs a time, but "${record.at}" is not one`);
  return {
    at: at.toISOString(),
    action: text(record.action),
    route: text(record.route),
    actor: actor(record.actor),
    object_id: textOrNull(record.object_id),
    request_id: textOrNull(record.request_id),
    address: textOrNull(record.address),
    result: text(record.result),
    count: record.count,
    details: details(record.details),
  };
}

function actor({ kind, id, credential_id }: AuditActor): AuditActor {
  return { kind, id: textOrNull(id), credential_id: textOrNull(credential_id) };
}

function details(given: AuditRecord['details']): AuditRecord['details'] {
  const json = JSON.stringify(given);
  if (json.length > largestDetails) return { left_out: `${json.length} characters of details` };
  return cleanedFields(given);
}

function cleanedFields(given: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).map(([key, part]) => [storableText(key), cleaned(part)]));
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return cleanedFields(value);
}

/** PostgreSQL keeps neither NUL nor half a character. */
function storableText(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** From a module of another version it may be anything. */
function text(value: unknown): string {
  return storableText(String(value)).slice(0, longestText).toWellFormed();
}

function textOrNull(value: string | null): string | null {
  return value === null ? null : text(value);
}
