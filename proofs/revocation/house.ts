import { accessSecrets, type Database, makeLog, openDatabase, signAccessToken, systemClock } from '@wheelhouse/kit';
import { type Answer, call, type Caller, type TestDatabase, testSecret } from '@wheelhouse/testkit';
import { tenantsIn, type AuthProcess } from '../../services/auth/test/start.ts';
import { type Counts, startProcesses } from './processes.ts';

/** Auth, some processes of another module and some gateways, each a process of the server program, on one database. */
export interface House {
  readonly db: Database;
  readonly tenant: AuthProcess['tenant'];
  readonly auth: (who: Caller | undefined, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Where the module's processes listen. */
  readonly followers: readonly string[];
  /** A process that follows nothing: what it lets through, the others would too. */
  readonly deaf: string;
  /**
   * Where the gateways listen. Every second one stands before the process that follows nothing: what is refused or
   * cut there, the gateway itself has refused or cut.
   */
  readonly gateways: readonly string[];
  /** A note of whoever holds this access token. */
  readonly note: (token: string) => Promise<string>;
  readonly exchange: (credential: string) => Promise<Answer>;
  readonly token: (clientId: string, clientSecret: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export async function openHouse(
  database: TestDatabase,
  environment: Readonly<Record<string, string>>,
  counts: Counts,
): Promise<House> {
  const { auth, followers, deaf, gateways, stop } = await startProcesses(environment, counts);
  const db = openDatabase({
    url: database.url,
    connections: 4,
    applicationName: 'proof',
    log: makeLog({ level: 'fatal' }),
  });
  return {
    db,
    tenant: tenantsIn(db, systemClock),
    auth: (who, method, path, body) => call(auth, who, method, path, body === undefined ? {} : { body }),
    followers,
    deaf,
    gateways,
    note: async (token) => {
      const body = { title: 'a note', body: '' };
      const made = await call(followers[0] ?? '', { tenantId: '', token }, 'POST', '/api/v1/notes', { body });
      if (made.status !== 201) throw new Error(`making a note answered ${made.status}`);
      return String(made.body.id);
    },
    exchange: async (credential) =>
      call(auth, await gateway(), 'POST', '/internal/v1/exchange', { body: { credential, address: '203.0.113.7' } }),
    token: (client_id, client_secret) =>
      call(auth, undefined, 'POST', '/oauth/token', {
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
        headers: form,
      }),
    stop: async () => {
      await db.end();
      await stop();
    },
  };
}

/** Above tenants: whose credential it is, auth will tell. */
async function gateway(): Promise<Caller> {
  const claims = { kind: 'module', sub: 'gateway', cid: 'gateway', scopes: [] } as const;
  const options = { secrets: accessSecrets(testSecret), audience: 'auth', seconds: 60, clock: systemClock };
  return { tenantId: '', token: await signAccessToken(claims, options) };
}
