import { join } from 'node:path';
import { defineModule } from '@wheelhouse/kit';
import { auditConsumers } from './audit/consumers.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditTasks } from './audit/tasks.ts';
import { authSettings } from './config.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { handOverRoutes } from './hand-over/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { mailConsumers } from './notify/consumers.ts';
import { mailRoutes } from './notify/routes.ts';
import { notifyTasks } from './notify/tasks.ts';
import { reportingTokenRoutes } from './reporting-tokens/routes.ts';
import { revocationRoutes } from './revocations/routes.ts';
import { revocationTasks } from './revocations/tasks.ts';
import { roleRoutes } from './roles/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { serviceAccountRoutes } from './service-accounts/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { setupTasks } from './setup/tasks.ts';
import { signalTokenRoutes } from './signal-tokens/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { signInTasks } from './sign-in/tasks.ts';
import { ssoRoutes } from './sso/routes.ts';
import { ssoTasks } from './sso/tasks.ts';
import { knownTenantRoutes } from './tenants/known-routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { tenantTasks } from './tenants/tasks.ts';
import { tokenEndpointRoutes } from './token-endpoint/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { tokenTasks } from './tokens/tasks.ts';
import { userRoutes } from './users/routes.ts';

/** Who may do what, and what they did: tenants, people, credentials, sign-in, revocations, the audit trail. */
export const authModule = defineModule({
  name: 'auth',
  port: 8081,
  prefix: '/auth',
  settings: authSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    tenants: 'who the tenants are: sign-in looks one up by its slug before anybody is known',
    secret_hashes: 'which tenant a shown secret belongs to, before anybody is known; hashes and ids only',
    revocations: 'what has lost power, for every process to follow; ids only',
    login_failures: 'failed sign-ins before anybody is known; keyed hashes of account and address',
    setup_links: 'the one-time link of a first start, before there is a tenant; hashes and ids only',
    audit_due: 'which tenants have audit entries to seal; ids only',
    mail_due: 'which tenants have mail to be sent, and when; ids and times only',
    sso_flows: 'single sign-ons under way, before anybody is known; hashes, ids and what is sealed',
    sso_domains_taken: 'which tenant has proved a mail domain: one domain is never proved by two',
  },
  onTenantDeleted: { none: 'auth deletes them itself, and then tells of it' },
  sealed: [
    { schema: 'auth', table: 'users', column: 'totp_secret', tenantColumn: 'tenant_id', idColumn: 'id' },
    { schema: 'auth', table: 'sso_connections', column: 'client_secret', tenantColumn: 'tenant_id', idColumn: 'id' },
    { schema: 'auth', table: 'sso_flows', column: 'proof', tenantColumn: 'tenant_id', idColumn: 'id' },
  ],
  routes: (context) => [
    ...tenantRoutes(context),
    ...knownTenantRoutes(context),
    ...roleRoutes(context),
    ...userRoutes(context),
    ...linkRoutes(context),
    ...mailRoutes(context),
    ...tokenRoutes(context),
    ...handOverRoutes(context),
    ...serviceAccountRoutes(context),
    ...reportingTokenRoutes(context),
    ...signalTokenRoutes(context),
    ...tokenEndpointRoutes(context),
    ...exchangeRoutes(context),
    ...revocationRoutes(context),
    ...sessionRoutes(context),
    ...signInRoutes(context),
    ...secondFactorRoutes(context),
    ...ssoRoutes(context),
    ...setupRoutes(context),
    ...auditRoutes(context),
  ],
  consumers: (context) => [...auditConsumers(context), ...mailConsumers(context)],
  tasks: [
    ...auditTasks,
    ...tokenTasks,
    ...revocationTasks,
    ...signInTasks,
    ...ssoTasks,
    ...tenantTasks,
    ...setupTasks,
    ...notifyTasks,
  ],
});
