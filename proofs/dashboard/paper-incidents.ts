import type { Ask } from './world.ts';

/** Incidents and windows of a tenant, made by the API as programs and people make them. */
export interface PaperIncidents {
  /** Declared, and nobody looks after it. */
  readonly declared: string;
  /** Of signals that fire, acknowledged, with a note. */
  readonly firing: string;
  readonly resolved: string;
}

export const incidents = '/incidents/api/v1/incidents';
const windows = '/incidents/api/v1/maintenance-windows';
const hourMs = 3_600_000;

export async function writeIncidents(ask: Ask, clusterId: string): Promise<PaperIncidents> {
  const declare = async (title: string) => {
    const asked = { cluster_id: clusterId, title, severity: 'high', namespace: 'shop', affected_service: 'checkout' };
    return String((await ask('POST', incidents, asked))['id']);
  };
  const declared = await declare('Checkout answers with errors');
  const resolved = await declare('Carts were lost');
  await ask('POST', `${incidents}/${resolved}/resolve`, { root_cause: 'The cache was restarted without its data.' });
  const firing = await signal(ask, clusterId, 'ledger', 'The volume of ledger is nearly full.');
  await ask('POST', `${incidents}/${firing}/acknowledge`, { note: 'I make room.' });
  await ask('POST', `${incidents}/${firing}/notes`, { text: 'Old exports take half of it.\nThey can go.' });
  await ask('POST', windows, {
    name: 'Kernel patches',
    cluster_id: clusterId,
    namespaces: ['batch'],
    ends_at: new Date(Date.now() + 2 * hourMs).toISOString(),
    reason: 'Every Thursday',
  });
  return { declared, firing, resolved };
}

/** Of a Deployment of the shop; answers the incident that it opens. */
export async function signal(ask: Ask, clusterId: string, name: string, message: string): Promise<string> {
  const object = { kind: 'Deployment', namespace: 'shop', name };
  const sent = { key: `disk ${name}`, rule: 'disk_full', severity: 'medium', message, cluster_id: clusterId, object };
  await ask('POST', '/incidents/api/v1/signals', { signals: [sent] });
  const { data } = await ask('GET', `${incidents}?cluster_id=${clusterId}&limit=200`);
  const found = (data as readonly { readonly id: string; readonly object: { readonly name: string } | null }[]).find(
    (one) => one.object?.name === name,
  );
  if (found === undefined) throw new Error(`a signal of ${name} has opened no incident`);
  return found.id;
}
