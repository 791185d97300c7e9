import type { EventType } from '@wheelhouse/contracts';
import type { Bell, ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { uuidOfEvent } from './event-id.ts';
import { fanOut, type NewEvent } from './fan-out-store.ts';

/** Which module tells of what. A subscriber can be told of every event here, and of no other. */
const sources: Readonly<Record<string, readonly EventType[]>> = {
  platform: ['cluster.phase_changed', 'cloudspace.ready', 'app.deployed', 'app.deploy_failed', 'app.deleted'],
  'action-agent': ['action.pending', 'action.executed'],
  incidents: ['incident.created', 'incident.updated', 'incident.resolved'],
};

/** Not every installation has these: one that is not there could not be asked for what was missed. */
const mayBeAbsent = ['incidents'];

const prefetch = 2_000;
const batch = { most: 500, gatherMs: 25 };

export function fanOutConsumers(
  { clock, peers }: Pick<ModuleContext<WebhookSettings>, 'clock' | 'peers'>,
  bell: Bell,
): readonly ConsumerSpec[] {
  const tell = (db: TenantDb, events: readonly ReceivedEvent[]) => fanOut(db, events.map(newEvent), clock.now());
  const there = Object.entries(sources).filter(([source]) => peers.includes(source) || !mayBeAbsent.includes(source));
  return there.map(([source, types]) => ({
    name: `events-of-${source}`,
    source,
    types,
    prefetch,
    handle: (db, event) => tell(db, [event]),
    batch: { ...batch, handle: tell },
    onHandled: () => bell.ring(),
  }));
}

function newEvent({ id, type, occurred_at: occurredAt, subject, data, body }: ReceivedEvent): NewEvent {
  const { incident_id: incidentId } = data;
  return {
    id: uuidOfEvent(id),
    type,
    occurredAt,
    clusterId: subject?.clusterId ?? null,
    cloudspaceId: subject?.cloudspaceId ?? null,
    // An action names its incident too, and says nothing of how that stands.
    incidentId: type.startsWith('incident.') && typeof incidentId === 'string' ? incidentId : null,
    body,
  };
}
