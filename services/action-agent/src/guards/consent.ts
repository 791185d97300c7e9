import type { Asked } from '../plans/asked.ts';
import type { TenantSettings } from '../settings/store.ts';

/** Whether somebody has agreed that pods go which nothing would recreate: a person, or of drains the tenant beforehand. */
export function isConsented({ action }: Pick<Asked, 'action'>, automatic: boolean, settings: TenantSettings): boolean {
  return !automatic || (action === 'drain_node' && settings.automated_unmanaged_pods);
}
