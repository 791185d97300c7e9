import { incidentsModule } from '@wheelhouse/incidents';
import { pause } from '@wheelhouse/kit';
import type { Schemas } from '@wheelhouse/sdk';
import type { House, Tenant } from './house.ts';

export type Incident = Schemas['incidents']['Incident'];

/** As the list shows them, up to a hundred; the total is of all. */
export async function incidentsOf(
  house: House,
  { person }: Tenant,
): Promise<{ readonly total: number; readonly incidents: readonly Incident[] }> {
  const { status, body } = await house.call(incidentsModule, person, 'GET', '/api/v1/incidents?limit=100');
  if (status !== 200) throw new Error(`the list of incidents answered ${status}`);
  return { total: body.total, incidents: body.data };
}

/** Somebody who finds another title for every incident, again and again: each is a change that subscribers are told of. */
export async function renameAll(house: House, tenant: Tenant, everyMs: number, signal: AbortSignal): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    for (const { id, number } of (await incidentsOf(house, tenant)).incidents) {
      const body = { title: `Incident ${number}, looked at ${turn} times` };
      const { status } = await house.call(incidentsModule, tenant.person, 'PATCH', `/api/v1/incidents/${id}`, { body });
      if (status !== 200) throw new Error(`an incident could not be renamed: ${status}`);
    }
  }
}
