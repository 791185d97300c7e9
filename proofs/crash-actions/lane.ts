import { actionAgentModule } from '@wheelhouse/action-agent';
import { type Broker, makeLog, openBroker, openDatabase } from '@wheelhouse/kit';
import { brokerAdmin, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { setGuards } from '../../services/action-agent/test/open-guards.ts';
import { type HeardOutcome, hearOutcomes } from '../agent-workers/outcomes.ts';
import { type Lane, openLane } from '../crash/lane.ts';
import type { Stage } from './stage.ts';

/** Agents that live one after the other, and what they act on and tell. */
export interface AgentLane extends Lane {
  readonly stage: Stage;
  readonly broker: Broker;
  /** All that came on `action.outcomes`. */
  readonly outcomes: readonly HeardOutcome[];
  readonly kube: Kube;
  readonly namespace: string;
}

const listensWithinMs = 240_000;

export async function openAgentLane(stage: Stage, program: string): Promise<AgentLane> {
  const kube = openKube();
  const [lane, { namespace }] = await Promise.all([
    openLane({ program, modules: [actionAgentModule], settings: stage.settings }),
    kube.deployment(0),
  ]);
  const database = openDatabase({
    url: lane.environment['DATABASE_URL'] ?? '',
    connections: 1,
    applicationName: 'proof',
    log: makeLog({ level: 'fatal' }),
  });
  await setGuards(database, stage.who.tenantId);
  await database.end();
  const broker = openBroker(lane.vhost.url, 'wheelhouse proof', makeLog({ level: 'error' }));
  const outcomes = hearOutcomes(broker);
  // What is published before anybody has made the queue reaches nobody.
  await eventually(async () => {
    const bindings = await brokerAdmin('GET', `/bindings/${lane.vhost.name}`);
    if (!JSON.stringify(bindings).includes('"source":"analysis.decisions"'))
      throw new Error('nobody listens for decisions');
  }, listensWithinMs);
  return {
    ...lane,
    stage,
    broker,
    outcomes,
    kube,
    namespace,
    close: async () => {
      await Promise.all([broker.close(), kube.close()]);
      await lane.close();
    },
  };
}
