import type { EventType } from '@wheelhouse/contracts';
import type { Bell, ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { uuidOfEvent } from './event-id.ts';
import { fanOut, type NewEvent } from './fan-out-store.ts';

/** Which module tells of what. A subscriber can be told of every event here, and of no other. */
const sources: Readonly<Record<string, readonly EventType[]>> = {
  platform: ['cluster.phase_changed', 'cloudspace.ready', 'app.deployed', 'app.deploy_failed', 'app.deleted'],
  'action-agent': ['action.pending', 'action.executed'],
};

const prefetch = 2_000;
const batch = { most: 500, gatherMs: 25 };

export function fanOutConsumers(
  { clock }: Pick<ModuleContext<WebhookSettings>, 'clock'>,
  bell: Bell,
): readonly ConsumerSpec[] {
  const tell = (db: TenantDb, events: readonly ReceivedEvent[]) => fanOut(db, events.map(newEvent), clock.now());
  return Object.entries(sources).map(([source, types]) => ({
    name: `events-of-${source}`,
    source,
    types,
    prefetch,
    handle: (db, event) => tell(db, [event]),
    batch: { ...batch, handle: tell },
    onHandled: () => bell.ring(),
  }));
}

function newEvent({ id, type, occurred_at: occurredAt, subject, body }: ReceivedEvent): NewEvent {
  return {
    id: uuidOfEvent(id),
    type,
    occurredAt,
    clusterId: subject?.clusterId ?? null,
    cloudspaceId: subject?.cloudspaceId ?? null,
    body,
  };
}
