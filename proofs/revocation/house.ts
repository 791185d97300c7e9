import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { accessSecrets, type Database, makeLog, openDatabase, signAccessToken, systemClock } from '@wheelhouse/kit';
import {
  type Answer,
  call,
  type Caller,
  eventually,
  freePort,
  type TestDatabase,
  testSecret,
} from '@wheelhouse/testkit';
import { tenantsIn, type AuthProcess } from '../../services/auth/test/start.ts';

/** Auth and some processes of another module, each a process of the server program, on one database. */
export interface House {
  readonly db: Database;
  readonly tenant: AuthProcess['tenant'];
  readonly auth: (who: Caller | undefined, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Where the module's processes listen. */
  readonly followers: readonly string[];
  /** A process that follows nothing: what it lets through, the others would too. */
  readonly deaf: string;
  readonly exchange: (credential: string) => Promise<Answer>;
  readonly token: (clientId: string, clientSecret: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, '../fixtures/auth-table.ts');
const form = { 'content-type': 'application/x-www-form-urlencoded' };

export async function openHouse(
  database: TestDatabase,
  environment: Readonly<Record<string, string>>,
  followers: number,
): Promise<House> {
  const children: ChildProcess[] = [];
  const authPort = await freePort();
  const start = (words: readonly string[], more: Readonly<Record<string, string>>) => {
    const env = { ...environment, AUTH_URL: `http://127.0.0.1:${authPort}`, AUTH_PORT: String(authPort), ...more };
    children.push(
      spawn(process.execPath, [main, 'serve', '--modules', table, ...words], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
  };
  const example = async (more: Readonly<Record<string, string>>): Promise<string> => {
    const port = String(await freePort());
    start(['--target', 'example', '--role', 'http'], { EXAMPLE_PORT: port, ...more });
    return `http://127.0.0.1:${port}`;
  };
  start(['--target', 'auth'], {});
  const auth = `http://127.0.0.1:${authPort}`;
  const modules = await Promise.all(Array.from({ length: followers }, () => example({})));
  const deaf = await example({ FOLLOW_REVOCATIONS: 'false' });
  for (const base of [auth, ...modules, deaf])
    await eventually(async () => {
      if ((await fetch(`${base}/readyz`, { headers: { connection: 'close' } })).status !== 200)
        throw new Error(`${base} is not ready`);
    }, 30_000);
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
    followers: modules,
    deaf,
    exchange: async (credential) =>
      call(auth, await gateway(), 'POST', '/internal/v1/exchange', { body: { credential, address: '203.0.113.7' } }),
    token: (client_id, client_secret) =>
      call(auth, undefined, 'POST', '/oauth/token', {
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
        headers: form,
      }),
    stop: async () => {
      await db.end();
      for (const child of children) if (child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

/** Above tenants: whose credential it is, auth will tell. */
async function gateway(): Promise<Caller> {
  const claims = { kind: 'module', sub: 'gateway', cid: 'gateway', scopes: [] } as const;
  const options = { secrets: accessSecrets(testSecret), audience: 'auth', seconds: 60, clock: systemClock };
  return { tenantId: '', token: await signAccessToken(claims, options) };
}
