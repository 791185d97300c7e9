import { randomUUID } from 'node:crypto';
import { makeIds, openDatabase, makeLog, systemClock, type Clock, type Database, type Module } from '@wheelhouse/kit';
import { caller, type Caller, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { authModule } from '../src/module.ts';
import { builtinRoleNames, builtinRoles, type BuiltinRole } from '../src/roles/builtin.ts';

/** Auth in this process, on a database of its own, with a hand on its tables for what no route does. */
export interface AuthProcess extends TestProcess {
  readonly db: Database;
  /** A tenant with the five built-in roles, written as a first start would. */
  readonly tenant: (slug?: string, options?: { readonly operator?: boolean }) => Promise<TestTenant>;
}

export interface TestTenant {
  readonly id: string;
  readonly slug: string;
  readonly roles: Readonly<Record<BuiltinRole, string>>;
  /** An active user, and a caller with an access token of theirs as the exchange would make it. */
  readonly user: (role?: BuiltinRole, email?: string) => Promise<{ readonly id: string; readonly email: string }>;
  readonly callerOf: (userId: string, role?: BuiltinRole, kind?: 'user' | 'session') => Promise<Caller>;
}

export async function startAuth({
  module = authModule,
  ...options
}: {
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string>>;
  readonly module?: Module;
} = {}): Promise<AuthProcess> {
  const process = await startTestProcess([module], options);
  const clock = options.clock ?? systemClock;
  const db = openDatabase({
    url: process.database.url,
    connections: 4,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });

  return {
    ...process,
    db,
    tenant: tenantsIn(db, clock),
    stop: async () => {
      await db.end();
      await process.stop();
    },
  };
}

/** Makes tenants in a database, whichever process serves it. */
export function tenantsIn(db: Database, clock: Clock): AuthProcess['tenant'] {
  const makeId = makeIds(clock);
  return async (slug = `t${randomUUID().slice(0, 8)}`, given: { readonly operator?: boolean } = {}) => {
    const id = makeId();
    const now = clock.now();
    const roles = Object.fromEntries(builtinRoleNames.map((name) => [name, makeId()])) as Record<BuiltinRole, string>;
    await db.tenant(id, async (handle) => {
      await handle.query(
        `INSERT INTO auth.tenants (id, slug, name, state, operator, created_at, updated_at) VALUES ($1, $2, $2, 'active', $3, $4, $4)`,
        [id, slug, given.operator ?? false, now],
      );
      for (const name of builtinRoleNames)
        await handle.query(
          `INSERT INTO auth.roles (tenant_id, id, name, description, builtin, scopes, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $3, $5, $6, $6)`,
          [id, roles[name], name, builtinRoles[name].description, builtinRoles[name].scopes, now],
        );
    });
    return {
      id,
      slug,
      roles,
      user: async (role: BuiltinRole = 'admin', email = `${randomUUID().slice(0, 8)}@example.test`) => {
        const userId = makeId();
        await db.tenant(id, (handle) =>
          handle.query(
            `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
             VALUES ($1, $2, $3, $3, 'active', $4, $5, $5)`,
            [id, userId, email, roles[role], now],
          ),
        );
        return { id: userId, email };
      },
      callerOf: (userId: string, role: BuiltinRole = 'admin', kind: 'user' | 'session' = 'user') =>
        caller({ sub: userId, tenant: id, kind, scopes: builtinRoles[role].scopes }, clock),
    };
  };
}
