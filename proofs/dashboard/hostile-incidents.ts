import { incidents, signal } from './paper-incidents.ts';
import type { Stored } from './stored.ts';
import type { Ask } from './world.ts';

export interface HostileIncidents {
  readonly stored: readonly Stored[];
  readonly incidentId: string;
}

/** What people, programs and alerts may write into incidents and windows. */
export async function hostileIncidents(
  ask: Ask,
  clusterId: string,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<HostileIncidents> {
  const stored: Stored[] = [];
  const store = (kind: string, text: unknown, ...paths: readonly string[]) => {
    for (const path of paths) stored.push({ kind, text: String(text), path });
  };
  const [first = '', second = '', third = ''] = names;
  let incidentId = '';
  for (const name of names) {
    const made = await ask('POST', incidents, {
      cluster_id: clusterId,
      title: name,
      severity: 'low',
      affected_service: name,
      summary: longOf(name),
    });
    incidentId = String(made['id']);
    const path = `/incidents/${incidentId}`;
    store('title of an incident', made['title'], '/incidents', path);
    store('service of an incident', made['affected_service'], path);
    store('summary of an incident', made['summary'], path);
    await ask('POST', `${incidents}/${incidentId}/notes`, { text: longOf(name) });
    store('note of an incident', longOf(name), path);
    // One that nobody has acknowledged is named among what needs somebody, and leaves room for what else does.
    if (name !== first) await ask('POST', `${incidents}/${incidentId}/acknowledge`, { note: name });
    else store('title of an incident', made['title'], '/');
  }
  const signaled = await signal(ask, clusterId, second, longOf(third));
  store('object of a signal', second, '/incidents', `/incidents/${signaled}`);
  await ask('POST', `${incidents}/${signaled}/resolve`, { root_cause: longOf(third), note: first });
  store('root cause of an incident', longOf(third), `/incidents/${signaled}`);
  for (const name of [first, second]) {
    const window = await ask('POST', '/incidents/api/v1/maintenance-windows', {
      name,
      cluster_id: clusterId,
      namespaces: [`n${'w'.repeat(62)}`],
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      reason: longOf(name),
    });
    store('name of a maintenance window', window['name'], '/incidents/windows', `/clusters/${clusterId}/settings`);
    store('reason of a maintenance window', window['reason'], '/incidents/windows', `/incidents/${incidentId}`);
  }
  return { stored, incidentId };
}
