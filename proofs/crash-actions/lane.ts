import { actionAgentModule } from '@wheelhouse/action-agent';
import { type Broker, makeLog, openBroker } from '@wheelhouse/kit';
import { brokerAdmin, type Kube, moduleDatabase, openKube, testEnvironment, testVhost } from '@wheelhouse/testkit';
import pg from 'pg';
import { beginLives, type Lives } from '../crash/lives.ts';
import { until } from './patience.ts';
import type { Stage } from './stage.ts';

/** One database and vhost, and the agents that live on it one after the other. */
export interface Lane {
  readonly lives: Lives;
  readonly address: string;
  readonly owner: pg.Client;
  readonly broker: Broker;
  /** All that came on `action.outcomes`. */
  readonly outcomes: readonly HeardOutcome[];
  readonly kube: Kube;
  readonly namespace: string;
  readonly close: () => Promise<void>;
}

export interface HeardOutcome {
  readonly messageId: string;
  /** As its body says. */
  readonly actionId: string;
  /** Its bytes, each a character. */
  readonly body: string;
}

/** Also the name of its exchange. */
const decisionsQueue = 'analysis.decisions';
const exchange = 'action.outcomes';
const listensWithinMs = 240_000;
const askEveryMs = 500;

export async function openLane({ settings }: Stage, program: string): Promise<Lane> {
  const kube = openKube();
  const [database, vhost, { namespace }] = await Promise.all([
    moduleDatabase([actionAgentModule]),
    testVhost(),
    kube.deployment(0),
  ]);
  const environment = { ...(await testEnvironment([actionAgentModule], database, vhost)), ...settings };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const outcomes: HeardOutcome[] = [];
  const broker = openBroker(vhost.url, 'wheelhouse proof', makeLog({ level: 'error' }));
  broker.consume({
    queue: 'proof.outcomes',
    exchange,
    keys: ['#'],
    prefetch: 100,
    handle: async ({ properties, content }) => {
      const id: unknown = properties.messageId;
      const { action_id: actionId } = JSON.parse(content.toString('utf8')) as { readonly action_id: string };
      outcomes.push({ messageId: typeof id === 'string' ? id : '', actionId, body: content.toString('latin1') });
      return 'ack';
    },
  });
  const lives = beginLives({ program, environment, owner, betweenLivesMs: 0 });
  // What is published before anybody has made the queue reaches nobody.
  await until(
    listensWithinMs,
    async () => {
      const bindings = await brokerAdmin('GET', `/bindings/${vhost.name}`);
      return JSON.stringify(bindings).includes(`"source":"${decisionsQueue}"`) ? 0 : 'nobody listens for decisions';
    },
    askEveryMs,
  );
  return {
    lives,
    address: `http://127.0.0.1:${environment['ACTION_AGENT_PORT']}`,
    owner,
    broker,
    outcomes,
    kube,
    namespace,
    close: async () => {
      await lives.close();
      await Promise.all([broker.close(), owner.end(), kube.close()]);
      await Promise.all([vhost.drop(), database.drop()]);
    },
  };
}
