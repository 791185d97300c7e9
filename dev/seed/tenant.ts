import {
  authSettings,
  changeAccount,
  createAccount,
  createSecret,
  createTenant,
  hasUsers,
  makeSetupLink,
  type SetupLink,
  operatorTenant,
  selectAccount,
  tenantBySlug,
} from '@wheelhouse/auth/admin';
import { type Database, makeLog, openDatabase, Refusal, readSettings, type TenantDb } from '@wheelhouse/kit';
import { clock, makeId, principalOf, tellTrail } from './trail.ts';

/** Through auth's own functions, as an operator's command would: a tenant without people, and an account that seeds it. */

export interface SeedTenant {
  readonly slug: string;
  readonly name: string;
}

/** The client credentials of the account. */
export interface Seeder {
  readonly clientId: string;
  readonly clientSecret: string;
}

type Environment = Readonly<Record<string, string>>;

export const accountName = 'demo-seed';
const scopes = ['read', 'deploy', 'actions', 'admin'] as const;

/** Finds the tenant, or makes it. */
export function seedTenant(environment: Environment, tenant: SeedTenant): Promise<string> {
  return withDatabase(environment, async (database) => {
    const found = await database.system((db) => tenantBySlug(db, tenant.slug));
    if (found !== undefined) return found.id;
    const id = makeId();
    await database.tenant(id, async (db) => {
      // The first tenant of an installation is its operator's.
      await createTenant(db, { clock, makeId }, { id, ...tenant, operator: true });
      await tellTrail(db, 'tenant.create', id, { ...tenant });
    });
    return id;
  });
}

/** The tenant that somebody made with the setup link; undefined until then. */
export function firstTenant(environment: Environment): Promise<string | undefined> {
  return withDatabase(environment, async (database) => (await database.system(operatorTenant))?.id);
}

/** A secret for the tenant's account; the account too, unless `accountId` is one that is still there. */
export function makeSeeder(environment: Environment, tenantId: string, accountId?: string): Promise<Seeder> {
  return withDatabase(environment, (database) =>
    database.tenant(tenantId, async (db) => {
      const made = accountId === undefined ? undefined : await newSecret(db, accountId).catch(unlessNotFound);
      return made ?? newSecret(db, await newAccount(db));
    }),
  );
}

/** An account of an older demo gets the scopes that are needed since. */
export function keepScopes(environment: Environment, tenantId: string, accountId: string): Promise<void> {
  return withDatabase(environment, (database) =>
    database.tenant(tenantId, async (db) => {
      const account = await selectAccount(db, accountId, 'FOR UPDATE');
      if (account === undefined || scopes.every((scope) => account.scopes.includes(scope))) return;
      await changeAccount(db, clock, principalOf(tenantId, accountId, scopes), account, { scopes: [...scopes] });
      await tellTrail(db, 'service_account.change', accountId, { scopes });
    }),
  );
}

/** Whoever opens it becomes the owner; undefined when the tenant has people. It ends the links made before. */
export function ownerLink(environment: Environment, tenantId: string): Promise<SetupLink | undefined> {
  return withDatabase(environment, async (database) => {
    if (await database.tenant(tenantId, hasUsers)) return undefined;
    const { EXTERNAL_URL: externalUrl } = readSettings(authSettings, environment);
    return makeSetupLink({ database, clock, makeId, externalUrl }, tenantId);
  });
}

export function hasOwner(environment: Environment, tenantId: string): Promise<boolean> {
  return withDatabase(environment, (database) => database.tenant(tenantId, hasUsers));
}

async function newAccount(db: TenantDb): Promise<string> {
  const id = makeId();
  const wanted = {
    name: accountName,
    description: 'Registers the demo cluster, deploys its app, and speaks for its rule',
    scopes: [...scopes],
  };
  // There is nobody yet who could have made it: it is its own maker.
  await createAccount(db, { clock, makeId: () => id }, principalOf(db.tenantId, id, scopes), wanted).catch(explained);
  await tellTrail(db, 'service_account.create', id, { name: accountName, scopes });
  return id;
}

async function newSecret(db: TenantDb, accountId: string): Promise<Seeder> {
  const principal = principalOf(db.tenantId, accountId, scopes);
  const { secret, shown } = await createSecret(db, { clock, makeId }, principal, accountId, { name: 'seed' });
  await tellTrail(db, 'service_account.secret_create', accountId, { secret_id: shown.id });
  return { clientId: accountId, clientSecret: secret };
}

function explained(error: unknown): never {
  if (error instanceof Refusal && error.code === 'already_exists')
    throw new Error(
      `the database has ${accountName}, but its secret is no longer kept here. Next step: npm run demo -- reset`,
      { cause: error },
    );
  throw error;
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined;
  throw error;
}

async function withDatabase<T>(environment: Environment, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({
    url: environment['DATABASE_URL'] ?? '',
    connections: 1,
    applicationName: 'wheelhouse-seed',
    log: makeLog({ level: 'silent' }),
  });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
