import { type Database, type Keyring, timeOfId } from '@wheelhouse/kit';
import { type Entry, type Head, isGenuine } from './chain.ts';
import { type Fault, whatHappenedTo } from './suspicion.ts';
import { entriesAfter, selectHead, selectTrails } from './store.ts';

/** Walks a tenant's chain from its oldest entry and names the first that is not as it was sealed. */

export type KnownHead = Pick<Head, 'seq' | 'hash'>;

export interface ChainReport {
  readonly entries: number;
  /** The number of the oldest entry kept, and the hash it says the one before had; undefined of an empty trail. */
  readonly oldest: { readonly seq: number; readonly previousHash: string } | undefined;
  readonly head: KnownHead | undefined;
  readonly fault: Fault | undefined;
}

export interface Verifier {
  readonly database: Pick<Database, 'tenant'>;
  readonly secrets: Keyring;
  readonly now: Date;
}

const pageSize = 1_000;
/** As in 0006_audit.sql: nothing younger than this was dropped with its partition. */
const keptMs = 400 * 24 * 60 * 60_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The trails there are to verify. Of a tenant that was deleted only the id is left, and its trail. */
export async function trails(
  database: Database,
  tenant?: string,
): Promise<readonly { readonly id: string; readonly slug: string }[]> {
  if (tenant !== undefined && uuid.test(tenant)) return [{ id: tenant, slug: tenant }];
  return database.system((db) => selectTrails(db, tenant));
}

export async function verifyChain(verifier: Verifier, tenantId: string, known?: KnownHead): Promise<ChainReport> {
  const { database } = verifier;
  // Before the walk: what is sealed meanwhile comes after it.
  const stored = await database.tenant(tenantId, selectHead);
  const heads = [known, stored].filter((head) => head !== undefined);
  let [first, last]: [Entry | undefined, Entry | undefined] = [undefined, undefined];
  let entries = 0;
  const report = (fault: Fault | undefined): ChainReport => ({
    entries,
    oldest: first && { seq: first.seq, previousHash: first.previous_hash },
    head: last && { seq: last.seq, hash: last.hash },
    fault,
  });
  for (;;) {
    const page = await database.tenant(tenantId, (db) => entriesAfter(db, last?.id, pageSize));
    for (const entry of page) {
      const fault = (await faultOf(verifier, tenantId, entry, last)) ?? otherThan(heads, entry);
      if (fault !== undefined) return report(fault);
      first ??= entry;
      last = entry;
      entries += 1;
    }
    if (page.length < pageSize) break;
  }
  return report(cutEnd(verifier, last, known, stored));
}

async function faultOf(
  { database, secrets, now }: Verifier,
  tenantId: string,
  entry: Entry,
  before: Entry | undefined,
): Promise<Fault | undefined> {
  const { seq, id, hash } = entry;
  if (!secrets.canCheck(hash))
    return {
      kind: 'unknown key',
      seq,
      id,
      says: `is signed with the key "${hash.split('.')[0]}", which is not in SECRETS_KEYS: add the key after the first entry; otherwise the entry was altered`,
    };
  if (!isGenuine(tenantId, entry, secrets))
    return database.tenant(tenantId, (db) =>
      whatHappenedTo(db, entry, before === undefined ? seq : before.seq + 1, secrets),
    );
  const expected = before === undefined ? seq : before.seq + 1;
  if (seq > expected)
    return removed(
      expected,
      `is missing: ${expected === seq - 1 ? '' : `with those up to ${seq - 1}, `}the next one is ${seq}`,
    );
  if (before === undefined) {
    if (entry.previous_id === null || isPastKeeping(entry.previous_id, now)) return undefined;
    return removed(
      seq - 1,
      `is missing, with all entries before it: the oldest is ${seq}, and the previous one was too recent to have expired`,
    );
  }
  return seq < expected || entry.previous_hash !== before.hash
    ? { kind: 'replaced', seq, id, says: `does not follow ${before.seq}: one of them belongs to another trail` }
    : undefined;
}

function removed(seq: number, says: string): Fault {
  return { kind: 'removed', seq, id: null, says };
}

function otherThan(heads: readonly KnownHead[], { seq, id, hash }: Entry): Fault | undefined {
  const other = heads.some((head) => head.seq === seq && head.hash !== hash);
  return other ? { kind: 'replaced', seq, id, says: 'differs from the recorded head' } : undefined;
}

/** The end is where the stored head and the one kept elsewhere say it is. */
function cutEnd(
  { now }: Verifier,
  last: Entry | undefined,
  known: KnownHead | undefined,
  stored: Head | undefined,
): Fault | undefined {
  const dropped = stored !== undefined && stored.id !== null && isPastKeeping(stored.id, now) ? stored.seq : 0;
  const reached = last?.seq ?? dropped;
  const promised = Math.max(known?.seq ?? 0, stored?.seq ?? 0);
  if (promised <= reached) return undefined;
  const end = promised === reached + 1 ? '' : `, with those up to ${promised}`;
  return { kind: 'cut', seq: reached + 1, id: null, says: `is missing${end}: the end of the trail was cut off` };
}

function isPastKeeping(id: string, now: Date): boolean {
  return timeOfId(id).getTime() < now.getTime() - keptMs;
}
