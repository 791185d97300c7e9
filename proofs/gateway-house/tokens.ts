import { type Database, makeIds, systemClock } from '@wheelhouse/kit';
import { issueSecret } from '../../services/auth/src/secrets/format.ts';
import type { TestTenant } from '../../services/auth/test/start.ts';

const atOnce = 1_000;

/** Personal tokens of one user, written as auth writes them, many at a time. */
export async function manyTokens(
  db: Database,
  tenant: TestTenant,
  count: number,
  scopes: readonly string[] = ['read', 'deploy'],
): Promise<readonly string[]> {
  const { id: userId } = await tenant.user('admin');
  const makeId = makeIds(systemClock);
  const now = new Date();
  const expires = new Date(now.getTime() + 24 * 60 * 60 * 1_000);
  const tokens: string[] = [];
  while (tokens.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - tokens.length) }, () => ({
      id: makeId(),
      ...issueSecret('personal'),
    }));
    await db.tenant(tenant.id, async (handle) => {
      await handle.query(
        `INSERT INTO auth.credentials (tenant_id, id, kind, owner_id, name, scopes, prefix, last_four, created_by, created_at, expires_at)
         SELECT $1, id, 'personal', $2, 'proof', $3, prefix, last_four, $2, $4, $5
         FROM unnest($6::uuid[], $7::text[], $8::text[]) AS made (id, prefix, last_four)`,
        [
          tenant.id,
          userId,
          scopes,
          now,
          expires,
          batch.map(({ id }) => id),
          batch.map(({ prefix }) => prefix),
          batch.map(({ lastFour }) => lastFour),
        ],
      );
      await handle.query(
        `INSERT INTO auth.secret_hashes (hash, kind, tenant_id, id)
         SELECT hash, 'personal', $1, id FROM unnest($2::bytea[], $3::uuid[]) AS made (hash, id)`,
        [tenant.id, batch.map(({ hash }) => hash), batch.map(({ id }) => id)],
      );
    });
    tokens.push(...batch.map(({ secret }) => secret));
  }
  return tokens;
}
