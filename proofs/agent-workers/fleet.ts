import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { actionAgentModule } from '@wheelhouse/action-agent';
import type { Decision } from '@wheelhouse/contracts';
import { type Broker, type Database, makeLog, openBroker, openDatabase } from '@wheelhouse/kit';
import { eventually, moduleDatabase, testEnvironment, type TestVhost, testVhost } from '@wheelhouse/testkit';
import { setGuards } from '../../services/action-agent/test/open-guards.ts';
import type { Bundle } from '../crash/bundle.ts';
import type { Stage } from '../crash-actions/stage.ts';
import { type HeardOutcome, hearOutcomes } from './outcomes.ts';

/** Workers of one cluster, each a process of its own, on a database and a vhost that they share. */
export interface Fleet {
  readonly workers: readonly Worker[];
  readonly database: Database;
  readonly vhost: TestVhost;
  /** The proof's own connection. */
  readonly broker: Broker;
  /** All that came on `action.outcomes`. */
  readonly outcomes: readonly HeardOutcome[];
  /** Resolves when the broker has confirmed it. */
  readonly decide: (decision: Decision) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Worker {
  readonly name: string;
  readonly process: ChildProcess;
}

export const proofConnection = 'wheelhouse proof';
const seatedWithinMs = 120_000;

/** Beside what it waits for, it makes what it can already. */
export async function openFleet(staging: Promise<Stage>, bundling: Promise<Bundle>, count: number): Promise<Fleet> {
  const [own, vhost, { settings, who }, { program }] = await Promise.all([
    moduleDatabase([actionAgentModule]),
    testVhost(),
    staging,
    bundling,
  ]);
  const environment = { ...(await testEnvironment([actionAgentModule], own, vhost)), ...settings };
  const log = makeLog({ level: 'fatal' });
  const database = openDatabase({ url: own.url, connections: 6, applicationName: 'proof', log });
  await setGuards(database, who.tenantId);
  const broker = openBroker(vhost.url, proofConnection, log);
  const outcomes = hearOutcomes(broker);
  const workers = Array.from({ length: count }, (_, index): Worker => {
    const name = `worker-${index + 1}`;
    const env = { ...environment, WORKER_NAME: name };
    return {
      name,
      process: spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    };
  });
  const close = async () => {
    await Promise.all(workers.map(({ process: child }) => ended(child)));
    await broker.close();
    await database.end();
    await vhost.drop();
    await own.drop();
  };
  try {
    await eventually(async () => {
      const seated = await database.tenant(who.tenantId, (db) => db.query('SELECT worker FROM action_agent.workers'));
      if (seated.length < count) throw new Error(`${seated.length} of ${count} workers act on the cluster`);
    }, seatedWithinMs);
  } catch (error) {
    await close();
    throw new Error('the workers did not come up', { cause: error });
  }
  return {
    workers,
    database,
    vhost,
    broker,
    outcomes,
    decide: (decision) => {
      const { decision_id: id, cluster_id: key } = decision;
      return broker.publish({ exchange: 'analysis.decisions', key, body: JSON.stringify(decision), id });
    },
    close,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
}
