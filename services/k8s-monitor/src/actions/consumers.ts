import { actionEndedSchema, actionEndedType, actionStartedSchema, actionStartedType } from '@wheelhouse/contracts';
import type { ConsumerSpec, ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { MonitorSettings } from '../config.ts';
import { deleteRunning, insertEnded, isStillWatched, takeEnded, upsertRunning } from './store.ts';

const agent = 'action-agent';

/** No action counts as running for longer than this, whatever it says: an issue must not be hidden for ever. */
const longestMs = 24 * 60 * 60_000;

/** What is read here of what the agent tells: the rest of it may be of any version. */
export const begun = Type.Pick(actionStartedSchema, ['action_id', 'cluster_id', 'action', 'expects', 'until']);
/** An older agent tells only of actions that have begun, and not when. */
export const ended = Type.Object({
  ...Type.Pick(actionEndedSchema, ['action_id', 'cluster_id']).properties,
  started_at: Type.Optional(actionEndedSchema.properties.started_at),
});
export type ActionBegun = Static<typeof begun>;
export type ActionOver = Static<typeof ended>;

/** Which actions of ours run, in installations that have an agent. */
export function actionConsumers({
  peers,
  clock,
}: Pick<ModuleContext<MonitorSettings>, 'peers' | 'clock'>): readonly ConsumerSpec[] {
  if (!peers.includes(agent)) return [];
  return [
    {
      name: 'actions',
      source: agent,
      types: [actionStartedType, actionEndedType],
      handle: async (db, event) => {
        const { type, data } = event;
        if (type === actionStartedType && Value.Check(begun, data))
          return hearBeginning(db, data, latestEnd(event), clock.now());
        if (type === actionEndedType && Value.Check(ended, data))
          return hearEnd(db, data, latestEnd(event), clock.now());
        throw new Error(`the data of ${type} does not match its schema; next step: inspect its body`);
      },
    },
  ];
}

function latestEnd({ occurred_at: at }: ReceivedEvent): number {
  return Date.parse(at) + longestMs;
}

/** The canary of a scaling has to see what it does, so nothing of that is expected. */
async function hearBeginning(db: TenantDb, data: ActionBegun, latest: number, now: Date): Promise<void> {
  if (!(await isStillWatched(db, data.cluster_id)) || (await takeEnded(db, data))) return;
  const until = new Date(Math.min(Date.parse(data.until), latest));
  const expects = data.action === 'scale_deployment' ? [] : data.expects;
  if (until > now) await upsertRunning(db, data, expects, until);
}

/**
 * Where it was not heard to begin, that it ended is kept for as long as the other event could count. Of one that never
 * began there is no other event.
 */
async function hearEnd(db: TenantDb, data: ActionOver, latest: number, now: Date): Promise<void> {
  if (data.started_at === null) return;
  if (!(await isStillWatched(db, data.cluster_id)) || (await deleteRunning(db, data))) return;
  const until = new Date(latest);
  if (until > now) await insertEnded(db, data, until);
}
