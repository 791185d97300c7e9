import type { Handle } from './db/database.ts';
import { knownTenants, mostAsked } from './known-tenants.ts';
import type { ModuleContext, ModuleTask } from './module.ts';
import type { SettingsTable } from './settings.ts';

const everyMs = 2_000;

/** What a module does when a tenant is active again, before its work goes on; done again if it was killed. */
type OnActivated<Table extends SettingsTable> = (
  context: ModuleContext<Table>,
  tenantId: string,
  signal: AbortSignal,
) => Promise<void>;

/**
 * For modules that do something for a tenant by themselves: has its schema's `suspended_tenants` say whose work waits.
 * Asked of auth, not heard from the broker, where anybody who can write could suspend and activate.
 */
export function suspendedTenantsTask<Table extends SettingsTable>(
  onActivated: OnActivated<Table> = async () => undefined,
): ModuleTask<Table> {
  return {
    name: 'suspended tenants',
    about: 'asks auth which tenants are suspended, so that what is done for them waits',
    everyMs,
    run: async (context, _lease, signal) => {
      // A module that is tested without auth.
      if (context.peers.includes('auth')) await compare(context, onActivated, signal);
    },
  };
}

export async function isSuspended(db: Handle, schema: string, tenantId: string): Promise<boolean> {
  const rows = await db.query(`SELECT FROM ${schema}.suspended_tenants WHERE tenant_id = $1`, [tenantId]);
  return rows.length > 0;
}

async function compare<Table extends SettingsTable>(
  context: ModuleContext<Table>,
  onActivated: OnActivated<Table>,
  signal: AbortSignal,
): Promise<void> {
  const { database, schema, clock, call, log } = context;
  const suspended = await suspendedTenants(context, signal);
  const noted = await database.look<{ tenant_id: string }>(`SELECT tenant_id FROM ${schema}.suspended_tenants`);
  const before = new Set(noted.map(({ tenant_id: id }) => id));
  const added = suspended.filter((id) => !before.has(id));
  if (added.length > 0)
    await database.system((db) =>
      db.query(
        `INSERT INTO ${schema}.suspended_tenants (tenant_id, since) SELECT id, $2 FROM unnest($1::uuid[]) AS id ON CONFLICT DO NOTHING`,
        [added, clock.now()],
      ),
    );
  for (const id of added) log.info({ tenant_id: id }, 'a tenant is suspended; what is done for it waits');

  const now = new Set(suspended);
  const others = [...before].filter((id) => !now.has(id)).slice(0, mostAsked);
  if (others.length === 0) return;
  // One that is gone is not active again: its row goes with all that it has here.
  const { known } = await knownTenants(call, others, signal);
  for (const id of known) {
    if (signal.aborted) return;
    await onActivated(context, id, signal);
    await database.system((db) => db.query(`DELETE FROM ${schema}.suspended_tenants WHERE tenant_id = $1`, [id]));
    log.info({ tenant_id: id }, 'a tenant is active again; what waited for it goes on');
  }
}

async function suspendedTenants<Table extends SettingsTable>(
  { call }: ModuleContext<Table>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { status, body } = await call('auth', { path: '/internal/v1/tenants/suspended', signal });
  if (status !== 200) throw new Error(`auth returned ${status} when asked for the suspended tenants`);
  return (body as { readonly suspended: readonly string[] }).suspended;
}
