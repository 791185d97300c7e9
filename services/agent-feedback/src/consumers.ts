import {
  actionEndedSchema,
  actionEndedType,
  actionStartedSchema,
  actionStartedType,
  eventCatalogue,
  type EventData,
  incidentChangedSchema,
  incidentChangedType,
} from '@wheelhouse/contracts';
import type { ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { hearCluster, hearIncident } from './news/hear.ts';
import { hearEnded, hearStarted } from './verdicts/hear.ts';

type Handle = (db: TenantDb, event: ReceivedEvent) => Promise<void>;

/** What the other modules say. It may come late, twice and in any order. */
export function feedbackConsumers(context: ModuleContext): readonly ConsumerSpec[] {
  const sources: Readonly<Record<string, Readonly<Record<string, Handle>>>> = {
    'action-agent': {
      [actionStartedType]: (db, event) =>
        hearStarted(db, context, read(actionStartedSchema, event), new Date(event.occurred_at)),
      [actionEndedType]: (db, event) => hearEnded(db, context, read(actionEndedSchema, event)),
    },
    incidents: {
      [incidentChangedType]: (db, event) => hearIncident(db, context, read(incidentChangedSchema, event)),
    },
    platform: {
      'cluster.phase_changed': async (db, event) => {
        const { cluster_id: clusterId, to } = readPhase(event);
        await hearCluster(db, context, { clusterId, phase: to, at: new Date(event.occurred_at) });
      },
    },
  };
  return Object.entries(sources)
    .filter(([source]) => context.peers.includes(source))
    .map(([source, handlers]) => ({
      name: `said by ${source}`,
      source,
      types: Object.keys(handlers),
      handle: async (db, event) => handlers[event.type]?.(db, event),
    }));
}

function readPhase(event: ReceivedEvent): EventData<'cluster.phase_changed'> {
  return read(eventCatalogue['cluster.phase_changed'].data, event);
}

function read<Schema extends TSchema>(schema: Schema, { type, data }: ReceivedEvent): Static<Schema> {
  if (!Value.Check(schema, data))
    throw new Error(`the data of ${type} does not match its schema; next step: inspect its body`);
  return data;
}
