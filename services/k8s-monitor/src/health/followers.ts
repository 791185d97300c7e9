import { type Database, Followers, type Log } from '@wheelhouse/kit';
import { selectSigns, type Sign } from './store.ts';

/** Tells those who follow how all clusters of their tenant are marked: a tenant is what is followed. */
export function healthFollowers(database: Database, log: Log): Followers<readonly Sign[]> {
  return new Followers<readonly Sign[]>(log, async (asked) => {
    const tenants = [...new Set(asked.map(({ tenantId }) => tenantId))];
    const signs = Map.groupBy(await selectSigns({ query: database.look }, tenants), (one) => one.tenant_id);
    return ({ tenantId }) => signs.get(tenantId) ?? [];
  });
}
