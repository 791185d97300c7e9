import { modulesOf, schemaOf } from '@wheelhouse/kit';
import { asOwner, moduleDatabase } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { modules } from '../src/modules.ts';

/** What of a deleted tenant is left in its module's schema, and why. */
const kept: Readonly<Record<string, string>> = {
  counters: 'numbers of rows; they go to zero with the rows',
  outbox: 'events on their way; they go after seven days',
  deleted_tenants: 'says whose rows are to be deleted',
  suspended_tenants: 'says whose work waits; it goes with the last of the rows',
  held_messages: 'messages to be tried again; those given up are among the dead letters, which are deleted',
  'auth.audit_entries': 'the audit trail goes with its own retention',
  'auth.audit_heads': 'the end of the audit trail',
  'auth.audit_pending': 'audit entries on their way into the trail',
  'auth.audit_due': 'which tenants have entries to seal',
  'auth.revocations': 'what has lost power; they go when no token can be older',
  'auth.login_failures': 'hashes; they go within a day',
  'auth.setup_links': 'the one-time link of a first start; hashes and ids only',
  'auth.mail_due': 'auth deletes them itself',
  'auth.secret_hashes': 'auth deletes them itself',
  'auth.sso_domains_taken': 'auth deletes them itself',
  'auth.sso_flows': 'auth deletes them itself',
};

test('every table with rows of a tenant is emptied when the tenant is deleted, or it is said why not', async () => {
  const all = modulesOf(modules);
  const database = await moduleDatabase(all);
  try {
    const tables = await asOwner(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ schema: string; name: string; secured: boolean; deletable: boolean }>(
        `SELECT n.nspname AS schema, c.relname AS name, c.relrowsecurity AS secured,
           has_table_privilege($2, c.oid, 'DELETE') AS deletable
         FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
         JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
         WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
        [all.map(({ name }) => schemaOf(name)), new URL(database.url).username],
      );
      return rows;
    });
    const left = tables.filter(({ schema, name, secured, deletable }) => {
      const module = all.find((one) => schemaOf(one.name) === schema);
      const isNamed = typeof module?.onTenantDeleted === 'function' && Object.hasOwn(module.aboveTenants ?? {}, name);
      return !deletable || !(secured || isNamed);
    });
    const unexplained = left
      .map(({ schema, name }) => `${schema}.${name}`)
      .filter((name) => !Object.hasOwn(kept, name) && !Object.hasOwn(kept, name.split('.')[1] ?? ''));
    expect(unexplained).toEqual([]);
  } finally {
    await database.drop();
  }
});
