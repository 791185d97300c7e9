import { randomUUID } from 'node:crypto';
import { makeLog, startProcess } from '@wheelhouse/kit';
import { call, type Caller, caller } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';

/** One subscription, and the cluster whose events are for it alone. */
export interface Subscriber {
  readonly tenantId: string;
  readonly id: string;
  readonly clusterId: string;
  /** Of its endpoint. */
  readonly name: string;
}

export interface Wanted {
  readonly tenants: number;
  readonly perTenant: number;
  /** Of the nth. */
  readonly place: (nth: number) => { readonly name: string; readonly url: string };
}

const atOnce = 6;

/** Made by way of the API, each for the events of a cluster of its own: an event has one subscriber. */
export async function makeSubscribers(
  environment: Readonly<Record<string, string>>,
  { tenants, perTenant, place }: Wanted,
): Promise<readonly Subscriber[]> {
  const log = makeLog({ level: 'fatal' });
  const desk = await startProcess({ modules: [webhooksModule], role: 'http', environment, version: 'proof', log });
  try {
    const callers = await Promise.all(Array.from({ length: tenants }, () => caller()));
    const wanted = callers.flatMap((who) => Array.from({ length: perTenant }, () => who)).entries();
    const made: Subscriber[] = [];
    await inParallel([...wanted], atOnce, async ([nth, who]) => {
      made.push(await makeSubscriber(desk.addresses['webhooks'] ?? '', who, place(nth)));
    });
    return made;
  } finally {
    await desk.stop();
  }
}

export async function makeSubscriber(
  address: string,
  who: Caller,
  { name, url }: { readonly name: string; readonly url: string },
): Promise<Subscriber> {
  const clusterId = randomUUID();
  const body = { url, events: ['cluster.phase_changed'], cluster_ids: [clusterId] };
  const made = await call(address, who, 'POST', '/api/v1/webhooks', { body });
  if (made.status !== 201) throw new Error(`a webhook was not made: ${made.status} ${JSON.stringify(made.body)}`);
  return { tenantId: who.tenantId, id: made.body.id, clusterId, name };
}
