import type { TenantDb } from '@wheelhouse/kit';
import { selectConnection } from './connection-store.ts';

/** Whether people of this tenant can sign in at their identity provider. */
export async function ssoIsOn(db: TenantDb): Promise<boolean> {
  return (await selectConnection(db))?.enabled ?? false;
}
