import { asOwner, type TestDatabase } from '@wheelhouse/testkit';
import { typoOf } from '../../services/auth/test/credentials.ts';
import type { Scene } from './causes.ts';

/** Statements that typos and one right credential have cost, on every table a credential leads to. */
export async function statementsOfTypos(
  { auth, exchange, token, own, owner }: Scene,
  database: TestDatabase,
  typos: number,
): Promise<{ readonly typos: number; readonly right: number }> {
  const account = await auth(owner, 'POST', '/api/v1/service-accounts', { name: `typo ${own.slug}`, scopes: ['read'] });
  const secret = await auth(owner, 'POST', `/api/v1/service-accounts/${account.body.id}/secrets`, {});
  const { client_id, client_secret } = secret.body as { client_id: string; client_secret: string };
  const wrong = typoOf(client_secret);
  // Not what the processes do by themselves meanwhile: relays, leases, counting and the feed touch other tables.
  const calls = () =>
    asOwner(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ queryid: string; calls: string }>(
        `SELECT queryid, sum(calls) AS calls FROM pg_stat_statements
         WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND query ~ 'auth\\.(secret_hashes|credentials|service_accounts|users|sessions|tenants)'
           AND query !~ 'pg_stat_statements|told_days|last_used_at = ' GROUP BY queryid`,
      );
      return new Map(rows.map(({ queryid, calls: n }) => [queryid, Number(n)]));
    });
  const before = await calls();
  for (let turn = 0; turn < typos; turn += 1) {
    const answers = [
      await token(client_id, wrong),
      await exchange(wrong.replace('whs_', 'whp_')),
      await exchange(wrong.replace('whs_', 'whx_')),
    ];
    if (answers.some(({ status }) => status !== 401)) throw new Error('a typo was not refused');
  }
  const after = await calls();
  await token(client_id, client_secret);
  return { typos: more(before, after), right: more(after, await calls()) };
}

type Calls = ReadonlyMap<string, number>;

/** The server forgets statements when there are too many: one that is gone was not asked, one that is new was. */
function more(before: Calls, after: Calls): number {
  return [...after].reduce((sum, [id, n]) => sum + Math.max(0, n - (before.get(id) ?? 0)), 0);
}
