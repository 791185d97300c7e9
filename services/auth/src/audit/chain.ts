import { type AuditRecord, type Clock, type Keyring, makeIds, timeOfId } from '@wheelhouse/kit';

/**
 * Each tenant's entries are a chain: numbered without gaps, and each signed together with the signature of
 * the one before it. Whoever has the database but not the keyring can neither change, remove, move nor add
 * an entry unnoticed; that the end was cut off is seen by whoever has kept a later head.
 */
export interface Entry {
  readonly id: string;
  readonly seq: number;
  readonly at: string;
  readonly source: string;
  readonly action: string;
  readonly route: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly credential_id: string | null;
  readonly object_id: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
  readonly result: string;
  readonly count: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly previous_id: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

export interface Head {
  readonly seq: number;
  /** The last entry's; null before the first. */
  readonly id: string | null;
  readonly hash: string;
}

export const emptyChain: Head = { seq: 0, id: null, hash: '' };

/** What waits to be sealed. */
export interface Pending {
  readonly source: string;
  readonly record: AuditRecord;
}

const purpose = 'audit chain';

/** Puts entries at the end of a chain; the last one is its new head. */
export function chained(
  tenantId: string,
  head: Head,
  pending: readonly Pending[],
  secrets: Keyring,
  clock: Clock,
): readonly Entry[] {
  const makeId = makeIds({ now: () => laterThan(head, clock.now()) });
  const entries: Entry[] = [];
  for (const { source, record } of pending) {
    const previous = entries.at(-1) ?? head;
    const { actor, ...rest } = record;
    const entry = {
      ...rest,
      id: makeId(),
      seq: previous.seq + 1,
      source,
      actor_kind: actor.kind,
      actor_id: actor.id,
      credential_id: actor.credential_id,
      previous_id: previous.id,
      previous_hash: previous.hash,
    };
    entries.push({ ...entry, hash: secrets.mac(purpose, signedText(tenantId, entry)) });
  }
  return entries;
}

export function isGenuine(tenantId: string, entry: Entry, secrets: Keyring): boolean {
  return secrets.isMac(purpose, signedText(tenantId, entry), entry.hash);
}

/** Field by field, so that what is added to a row one day does not change what was signed. */
function signedText(tenantId: string, entry: Omit<Entry, 'hash'>): string {
  return canonical({
    tenant_id: tenantId,
    id: entry.id,
    seq: entry.seq,
    at: entry.at,
    source: entry.source,
    action: entry.action,
    route: entry.route,
    actor_kind: entry.actor_kind,
    actor_id: entry.actor_id,
    credential_id: entry.credential_id,
    object_id: entry.object_id,
    request_id: entry.request_id,
    address: entry.address,
    result: entry.result,
    count: entry.count,
    details: entry.details,
    previous_id: entry.previous_id,
    previous_hash: entry.previous_hash,
  });
}

/** JSON with its keys in one order, whatever order a database gives them back in. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Ids grow along the chain, also when the sealer before had a faster clock. */
function laterThan({ id }: Head, now: Date): Date {
  return id === null ? now : new Date(Math.max(now.getTime(), timeOfId(id).getTime() + 1));
}
