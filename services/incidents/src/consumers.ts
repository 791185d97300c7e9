import {
  actionEndedSchema,
  actionEndedType,
  actionStartedSchema,
  actionStartedType,
  analysisConcludedSchema,
  analysisConcludedType,
  eventCatalogue,
  type EventData,
  type EventType,
  issuesChangedSchema,
  issuesChangedType,
  uuidSchema,
  verdictReachedSchema,
  verdictReachedType,
  workloadChangedSchema,
  workloadChangedType,
} from '@wheelhouse/contracts';
import type { ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { IncidentSettings } from './config.ts';
import { endByItself } from './incidents/bring-forward.ts';
import { LockedIncident } from './records/locked-incident.ts';
import { liveIncidentsOf } from './records/store.ts';
import { noteRemoved } from './places/removed-store.ts';
import { deleteCloudspace, putCloudspace } from './places/store.ts';
import { signalsFromMonitor } from './intake/from-monitor.ts';
import { signalFromPhase } from './intake/from-platform.ts';
import { endSignalsOfCluster } from './signals/store.ts';
import { takeSignals } from './intake/take.ts';
import { appDeleted, deployed, deployFailed } from './timeline/from-apps.ts';
import { ended, placeOf, proposed, started } from './timeline/from-actions.ts';
import { concluded, judged } from './timeline/from-agents.ts';
import { workloadChanged } from './timeline/from-workloads.ts';
import { happened } from './timeline/happened.ts';
import { holdHistory } from './entries/hold.ts';
import { closeWindow } from './maintenance/service.ts';
import { lockWindowsOf } from './windows/store.ts';

type Context = ModuleContext<IncidentSettings>;
type Handle = (db: TenantDb, event: ReceivedEvent) => Promise<void>;

/** What the other modules of the installation say. They may come in any order. */
export function incidentConsumers(context: Context): readonly ConsumerSpec[] {
  const sources: Readonly<Record<string, Readonly<Record<string, Handle>>>> = {
    'k8s-monitor': monitorHandlers(context),
    platform: platformHandlers(context),
    'action-agent': actionHandlers(context),
    'agent-analysis': analysisHandlers(context),
    'agent-feedback': feedbackHandlers(context),
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

function monitorHandlers(context: Context): Readonly<Record<string, Handle>> {
  return {
    [issuesChangedType]: async (db, event) => {
      await takeSignals(db, context, signalsFromMonitor(read(issuesChangedSchema, event)));
    },
    [workloadChangedType]: async (db, event) => {
      const { cluster_id: clusterId, changes } = read(workloadChangedSchema, event);
      await happened(
        db,
        context,
        changes.map((change) => workloadChanged(clusterId, change)),
      );
    },
  };
}

/** Phase `Gone`: it is no more. */
const cloudspaceChanged = Type.Object({
  cloudspace_id: uuidSchema,
  cluster_id: uuidSchema,
  namespace: Type.String(),
  phase: Type.String(),
});

function platformHandlers(context: Context): Readonly<Record<string, Handle>> {
  return {
    'cluster.phase_changed': async (db, event) => {
      const signal = signalFromPhase(readPublic('cluster.phase_changed', event), new Date(event.occurred_at));
      if (signal !== undefined) await takeSignals(db, context, [signal]);
    },
    'app.deployed': async (db, event) => {
      await happened(db, context, [deployed(readPublic('app.deployed', event))]);
    },
    'app.deploy_failed': async (db, event) => {
      await happened(db, context, [deployFailed(readPublic('app.deploy_failed', event))]);
    },
    'app.deleted': async (db, event) => {
      await happened(db, context, [appDeleted(readPublic('app.deleted', event), new Date(event.occurred_at))]);
    },
    'internal.cloudspace_changed': async (db, event) => {
      const { phase, ...cloudspace } = read(cloudspaceChanged, event);
      if (phase === 'Gone') await deleteCloudspace(db, cloudspace.cloudspace_id);
      else await putCloudspace(db, cloudspace);
    },
    'internal.cluster_removed': async (db, event) => {
      const { cluster_id: clusterId } = read(Type.Object({ cluster_id: uuidSchema }), event);
      await endAllOf(db, context, clusterId);
    },
  };
}

function actionHandlers(context: Context): Readonly<Record<string, Handle>> {
  return {
    'action.pending': async (db, event) => {
      const data = readPublic('action.pending', event);
      await happened(db, context, [{ place: placeOf(data), entries: [proposed(data, new Date(event.occurred_at))] }]);
    },
    [actionStartedType]: async (db, event) => {
      const data = read(actionStartedSchema, event);
      const expected = data.expects.map(({ kind, namespace, name }) => ({ kind, namespace, name }));
      const entries = started(data, new Date(event.occurred_at));
      await happened(db, context, [{ place: placeOf(data, expected), entries }]);
    },
    [actionEndedType]: async (db, event) => {
      const data = read(actionEndedSchema, event);
      await happened(db, context, [{ place: placeOf(data), entries: [ended(data)] }]);
    },
  };
}

function analysisHandlers(context: Context): Readonly<Record<string, Handle>> {
  return {
    [analysisConcludedType]: async (db, event) => concluded(db, context, read(analysisConcludedSchema, event)),
  };
}

function feedbackHandlers(context: Context): Readonly<Record<string, Handle>> {
  return {
    [verdictReachedType]: async (db, event) => judged(db, context, read(verdictReachedSchema, event)),
  };
}

const atOnce = 100;

/** Nobody can say any more how they go on; what was still said of them, and comes later, opens nothing. */
async function endAllOf(db: TenantDb, context: Context, clusterId: string): Promise<void> {
  const now = context.clock.now();
  await holdHistory(db, [clusterId], 'to open');
  await noteRemoved(db, clusterId);
  for (const window of await lockWindowsOf(db, clusterId)) await closeWindow(db, window, 'cancel', now);
  await endSignalsOfCluster(db, clusterId, now);
  for (;;) {
    const ids = await liveIncidentsOf(db, clusterId, atOnce);
    for (const incident of await LockedIncident.lock(db, ids)) {
      if (!incident.isLive) continue;
      endByItself(incident, 'cluster_removed', now);
      incident.change({ firing: 0 });
      await incident.save(db, context);
    }
    if (ids.length < atOnce) return;
  }
}

function read<Schema extends TSchema>(schema: Schema, { type, data }: ReceivedEvent): Static<Schema> {
  if (!Value.Check(schema, data))
    throw new Error(`the data of ${type} does not match its schema; next step: inspect its body`);
  return data;
}

function readPublic<Type extends EventType>(type: Type, event: ReceivedEvent): EventData<Type> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by the schema of that type
  return read(eventCatalogue[type].data as TSchema, event) as EventData<Type>;
}
