import type { SystemDb } from '../db/database.ts';
import type { Keyring } from '../secrets.ts';

/** Keys of the setting that are other ones than this installation has known under the same ids. */
export async function wrongKeys(db: SystemDb, keyring: Keyring): Promise<readonly string[]> {
  const known = await db.query<{ id: string; signature: string }>('SELECT id, signature FROM kit.keys');
  const signatures = new Map(known.map(({ id, signature }) => [id, signature]));
  return keyring.signatures().flatMap(({ id, signature }) => {
    const expected = signatures.get(id);
    return expected === undefined || expected === signature ? [] : [id];
  });
}

/** From now on these are the keys with these ids. */
export async function noteKeys(db: SystemDb, keyring: Keyring, now: Date): Promise<void> {
  const signatures = keyring.signatures();
  await db.query(
    `INSERT INTO kit.keys (id, signature, since)
     SELECT id, signature, $3 FROM unnest($1::text[], $2::text[]) AS given (id, signature) ON CONFLICT DO NOTHING`,
    [signatures.map(({ id }) => id), signatures.map(({ signature }) => signature), now],
  );
}

export function wrongKeyFault(ids: readonly string[]): string {
  const which =
    ids.length === 1 ? `the key with the id ${ids[0]} is not` : `the keys with the ids ${ids.join(', ')} are not`;
  return `SECRETS_KEYS: ${which} the one this installation encrypted its secrets with. Next step: restore that key, or give the new one an id of its own and keep both`;
}
