import { auditEventType, type AuditRecord, type ConsumerSpec, type ModuleContext } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { take } from './intake.ts';

/** The trail hears every module, this one too. */
export function auditConsumers({ peers, clock }: ModuleContext<AuthSettings>): readonly ConsumerSpec[] {
  return peers.map((source) => ({
    name: `audit-${source}`,
    source,
    types: [auditEventType],
    handle: (db, { id, body }) => {
      const envelope: { readonly data: AuditRecord } = JSON.parse(body);
      return take(db, { source, id: uuidOf(id), record: envelope.data, now: clock.now() });
    },
  }));
}

/** An event's id is `evt_` and the digits of a UUID, which PostgreSQL takes without hyphens. */
function uuidOf(eventId: string): string {
  return eventId.slice('evt_'.length);
}
