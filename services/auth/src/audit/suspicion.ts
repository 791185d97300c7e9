import type { Keyring, TenantDb } from '@wheelhouse/kit';
import { type Entry, isGenuine } from './chain.ts';
import { selectEntries } from './store.ts';

export interface Fault {
  readonly kind: 'edited' | 'removed' | 'moved' | 'inserted' | 'replaced' | 'cut' | 'unknown key';
  /** The number of the first broken entry. */
  readonly seq: number;
  readonly id: string | null;
  readonly says: string;
}

/** What was most likely done to an entry whose hash does not fit it: for people, who want to know where to look. */
export async function whatHappenedTo(db: TenantDb, entry: Entry, expected: number, secrets: Keyring): Promise<Fault> {
  const { seq, id } = entry;
  const [before] = await selectEntries(db, 'AND hash = $1 LIMIT 1', [entry.previous_hash]);
  // The first of all has none before it.
  const places = [(before?.seq ?? 0) + 1, expected, expected + 1, expected - 1];
  const place = places.find((other) => other !== seq && isGenuine(db.tenantId, { ...entry, seq: other }, secrets));
  if (place !== undefined) return { kind: 'moved', seq: place, id, says: `is stored with the sequence number ${seq}` };
  const twins = await selectEntries(db, 'AND seq = $1 AND id <> $2 LIMIT 1', [seq, id]);
  if (twins.length > 0)
    return {
      kind: 'inserted',
      seq,
      id,
      says: 'was not written by the sealer: another entry has the same sequence number',
    };
  if (seq !== expected)
    return { kind: 'moved', seq: expected, id, says: `was replaced by the entry with the sequence number ${seq}` };
  return { kind: 'edited', seq, id, says: 'was altered: its hash does not match its content' };
}
