import type { ModuleContext, ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { HeadLog } from './head-log.ts';
import { sealTenant } from './seal.ts';
import { dueTenants } from './store.ts';

const mostDue = 500;
const lanes = 4;
const headLogs = new WeakMap<ModuleContext<AuthSettings>, HeadLog>();

export const auditTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'audit-seal',
    about: 'numbers, chains and signs the entries modules reported to the audit trail',
    everyMs: 1_000,
    run: (context, _lease, signal) => sealAll(context, signal),
  },
];

/** Tenant by tenant, until nothing waits. Who cannot be sealed holds nobody else up. */
async function sealAll(context: ModuleContext<AuthSettings>, signal: AbortSignal): Promise<void> {
  const { database, log, clock } = context;
  const heads = headLogs.get(context) ?? new HeadLog(log);
  headLogs.set(context, heads);
  const failed: string[] = [];
  while (!signal.aborted) {
    const due = await database.system((db) => dueTenants(db, failed, mostDue));
    if (due.length === 0) break;
    const queue = due.values();
    const lane = async () => {
      for (const tenantId of queue) {
        if (signal.aborted) return;
        try {
          const head = await sealTenant(context, tenantId);
          if (head !== undefined) heads.note(tenantId, head);
        } catch (error) {
          failed.push(tenantId);
          log.error({ err: error, tenant_id: tenantId }, 'audit entries could not be sealed yet; will try again');
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
  heads.tell(clock.now().getTime());
}
