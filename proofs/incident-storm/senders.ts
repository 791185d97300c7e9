import { setTimeout as wait } from 'node:timers/promises';
import { type IssuesChanged, issuesChangedType } from '@wheelhouse/contracts';
import { incidentsModule } from '@wheelhouse/incidents';
import { makeIds, outbox, systemClock } from '@wheelhouse/kit';
import type { Caller } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { labelsOf, toldObject } from './causes.ts';
import type { House, Tenant } from './house.ts';
import { type Batch, deliveriesOf, type Sign, type Way } from './storm.ts';

/** What becomes of the signs of a batch, and when: a second delivery says the same as the first. */
export interface Said {
  readonly isFiring: boolean;
  readonly at: Date;
}

type Send = (house: House, tenant: Tenant, signs: readonly Sign[], said: Said) => Promise<void>;

const atOnce = 8;
const againAfterMs = 200;
const signalsUrl = '/api/v1/signals';
const emit = outbox('k8s_monitor', makeIds(systemClock), systemClock);

const senders: Readonly<Record<Way, Send>> = {
  monitor: async ({ database }, { person, clusterId }, signs, said) => {
    const data = issuesOf(clusterId, signs, said);
    await database.tenant(person.tenantId, (db) => emit(db, issuesChangedType, data, { clusterId }));
  },
  API: (house, { person }, signs, said) => post(house, person, signalsUrl, { signals: signs.map(signalOf(said)) }),
  Alertmanager: (house, { sender }, signs, said) =>
    post(house, sender, `${signalsUrl}/alertmanager`, notificationOf(signs, said)),
};

/** When each is due, as far as the machine keeps up; answers how long it took. */
export async function playStorm(house: House, tenant: Tenant, batches: readonly Batch[]): Promise<number> {
  const began = performance.now();
  const said = new Map<Batch, Said>();
  await inParallel(deliveriesOf(batches), atOnce, async ({ at, batch }) => {
    await wait(Math.max(0, began + at - performance.now()));
    const now = said.get(batch) ?? { isFiring: true, at: new Date() };
    said.set(batch, now);
    await senders[batch.way](house, tenant, batch.signs, now);
  });
  return performance.now() - began;
}

/** All at once, those that came twice twice again. */
export async function endStorm(house: House, tenant: Tenant, batches: readonly Batch[]): Promise<void> {
  const said = { isFiring: false, at: new Date() };
  await inParallel(deliveriesOf(batches), atOnce, ({ batch: { way, signs } }) =>
    senders[way](house, tenant, signs, said),
  );
}

/** By the API, on its own. */
export function sendSign(house: House, tenant: Tenant, sign: Sign): Promise<void> {
  return senders.API(house, tenant, [sign], { isFiring: true, at: new Date() });
}

/** Whoever is not answered 202 sends it again, as Alertmanager does. */
async function post(house: House, who: Caller, path: string, body: object): Promise<void> {
  for (;;) {
    const { status } = await house.call(incidentsModule, who, 'POST', path, { body });
    if (status === 202) return;
    if (status < 500) throw new Error(`${path} answered ${status}`);
    await wait(againAfterMs);
  }
}

function issuesOf(clusterId: string, signs: readonly Sign[], { isFiring, at }: Said): IssuesChanged {
  return {
    cluster_id: clusterId,
    at: at.toISOString(),
    changes: signs.map(({ nth, key, cause, rule, severity }) => ({
      change: isFiring ? 'opened' : 'resolved',
      issue_id: key,
      reason: rule,
      category: 'workloads',
      severity: severity === 'critical' ? 'critical' : 'warning',
      object: toldObject(cause, nth),
      message: `sign ${nth}`,
      expected: false,
      count: 1,
      first_seen: at.toISOString(),
      nodes: cause.kind === 'Node' && isFiring ? [cause.name] : [],
      all_on_nodes: false,
    })),
  };
}

const signalOf =
  ({ isFiring, at }: Said) =>
  ({ nth, key, cause, rule, severity }: Sign) => ({
    key,
    state: isFiring ? 'firing' : 'ended',
    rule,
    severity,
    message: `sign ${nth}`,
    object: toldObject(cause, nth),
    at: at.toISOString(),
  });

function notificationOf(signs: readonly Sign[], { isFiring, at }: Said) {
  const status = isFiring ? 'firing' : 'resolved';
  return {
    version: '4',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    status,
    receiver: 'wheelhouse',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager:9093',
    alerts: signs.map(({ nth, key, cause, rule, severity }) => ({
      status,
      labels: { alertname: rule, severity: severity === 'medium' ? 'warning' : severity, ...labelsOf(cause, nth) },
      annotations: { summary: `sign ${nth}` },
      // Of one that is over it began at some time before.
      startsAt: (isFiring ? at : new Date(at.getTime() - 60_000)).toISOString(),
      endsAt: isFiring ? '0001-01-01T00:00:00Z' : at.toISOString(),
      generatorURL: 'http://prometheus:9090',
      fingerprint: key,
    })),
  };
}
