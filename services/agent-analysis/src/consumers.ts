import {
  actionEndedSchema,
  actionEndedType,
  incidentChangedSchema,
  incidentChangedType,
  observationReadySchema,
  observationReadyType,
  verdictReachedSchema,
  verdictReachedType,
} from '@wheelhouse/contracts';
import type { ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { hearEnded, hearJudged, hearObservation } from './analyses/hear-agents.ts';
import { hearIncident } from './analyses/hear-incident.ts';
import type { AnalysisSettings } from './config.ts';

type Handle = (db: TenantDb, event: ReceivedEvent) => Promise<void>;

/** What the other modules of the installation say. They may come in any order. */
export function analysisConsumers(context: ModuleContext<AnalysisSettings>): readonly ConsumerSpec[] {
  const sources: readonly (readonly [source: string, type: string, handle: Handle])[] = [
    ['incidents', incidentChangedType, (db, event) => hearIncident(db, context, read(incidentChangedSchema, event))],
    [
      'agent-observability',
      observationReadyType,
      (db, event) => hearObservation(db, context, read(observationReadySchema, event), new Date(event.occurred_at)),
    ],
    ['action-agent', actionEndedType, (db, event) => hearEnded(db, context, read(actionEndedSchema, event))],
    ['agent-feedback', verdictReachedType, (db, event) => hearJudged(db, context, read(verdictReachedSchema, event))],
  ];
  return sources
    .filter(([source]) => context.peers.includes(source))
    .map(([source, type, handle]) => ({ name: `said by ${source}`, source, types: [type], handle }));
}

function read<Schema extends TSchema>(schema: Schema, { type, data }: ReceivedEvent): Static<Schema> {
  if (!Value.Check(schema, data))
    throw new Error(`the data of ${type} does not match its schema; next step: inspect its body`);
  return data;
}
