import { randomUUID } from 'node:crypto';
import { type Database, makeIds, makeLog, openDatabase, outbox, readSettings } from '@wheelhouse/kit';
import { asOwner, moduleDatabase, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { RunningActions } from '../src/actions/running-actions.ts';
import { insertWatch } from '../src/clusters/store.ts';
import { monitorSettings } from '../src/config.ts';
import { k8sMonitorModule } from '../src/module.ts';
import { ClusterState } from '../src/state/cluster-state.ts';
import { Judge } from '../src/watch/round.ts';

/** Rounds on a database, with clusters that are told by hand. */
export interface JudgingHouse {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly tenantId: string;
  /** A cluster that is to be watched. */
  readonly watched: () => Promise<string>;
  /** Whoever watches it under the lease of this token. */
  readonly judgeOf: (clusterId: string, token: number, state?: ClusterState) => Watching;
  /** What it has told of a cluster, in order. */
  readonly told: (clusterId: string) => Promise<readonly ToldEvent[]>;
  readonly stop: () => Promise<void>;
}

export interface Watching {
  readonly state: ClusterState;
  readonly running: RunningActions;
  readonly judge: Judge;
}

export interface ToldEvent {
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  readonly data: any;
}

export async function judgingHouse(): Promise<JudgingHouse> {
  const clone = await moduleDatabase([k8sMonitorModule]);
  const log = makeLog({ level: 'fatal' });
  const database = openDatabase({ url: clone.url, connections: 4, applicationName: 'test', log });
  const clock = movableClock(new Date());
  const tenantId = randomUUID();
  return {
    database,
    clock,
    tenantId,
    watched: async () => {
      const clusterId = randomUUID();
      await database.tenant(tenantId, (db) => insertWatch(db, clusterId));
      return clusterId;
    },
    judgeOf: (clusterId, token, state = new ClusterState()) => {
      const makeId = makeIds(clock);
      const context = {
        call: () => Promise.reject(new Error('nobody is called')),
        clock,
        database,
        emit: outbox('k8s_monitor', makeId, clock),
        log,
        makeId,
        settings: readSettings(monitorSettings, {}),
      };
      const running = new RunningActions(database, tenantId, clusterId);
      return { state, running, judge: new Judge(context, tenantId, { clusterId, token }, { state, running }) };
    },
    told: (clusterId) => toldOf(clone.ownerUrl, clusterId),
    stop: async () => {
      await database.end();
      await clone.drop();
    },
  };
}

/** From the outbox, where all that was ever told lies for days. */
export function toldOf(ownerUrl: string, clusterId: string): Promise<readonly ToldEvent[]> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ type: string; body: string }>(
      `SELECT type, body FROM k8s_monitor.outbox WHERE type LIKE 'internal.%_changed' ORDER BY id`,
    );
    return rows
      .map(({ type, body }): ToldEvent => ({ type, data: JSON.parse(body).data }))
      .filter(({ data }) => data.cluster_id === clusterId);
  });
}
