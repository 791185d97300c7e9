import { incidentChangedSchema, incidentChangedType } from '@wheelhouse/contracts';
import type { ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import { Value } from 'typebox/value';
import { beginForEvent } from './observations/service.ts';

/** What incidents say; an installation may have none. */
export function observationConsumers(context: ModuleContext): readonly ConsumerSpec[] {
  if (!context.peers.includes('incidents')) return [];
  return [
    {
      name: 'incidents',
      source: 'incidents',
      types: [incidentChangedType],
      handle: (db, event) => incidentChanged(db, context, event),
    },
  ];
}

async function incidentChanged(db: TenantDb, context: ModuleContext, { type, data }: ReceivedEvent): Promise<void> {
  if (!Value.Check(incidentChangedSchema, data))
    throw new Error(`the data of ${type} does not match its schema; next step: inspect its body`);
  const { change: because, incident_id: incidentId, cluster_id: clusterId, object, rules } = data;
  if (because !== 'opened' && because !== 'rule_added') return;
  const asked = { incidentId, clusterId, object, because };
  await beginForEvent(db, context, asked, { incidentId, because, rules: rules.length });
}
