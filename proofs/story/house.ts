import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeLog, openBroker, openDatabase, systemClock } from '@wheelhouse/kit';
import { type Client, createClient } from '@wheelhouse/sdk';
import { engineSetting, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { type Certificate, localCertificate } from '../../dev/receivers/certificate.ts';
import { agentHome } from '../../dev/seed/agent-home.ts';
import { signedIn } from '../../services/auth/test/credentials.ts';
import { tenantsIn } from '../../services/auth/test/start.ts';
import { type HeardOutcome, hearOutcomes } from '../agent-workers/outcomes.ts';
import { startServer } from '../dashboard/server.ts';
import { openTerminals, type Terminals } from '../first-ten-minutes/terminal.ts';

/** An installation that watches a real cluster and may act there, with somebody at a browser and at a terminal. */
export interface StoryHouse {
  readonly origin: string;
  readonly folder: string;
  readonly client: Client;
  readonly kube: Kube;
  readonly clusterId: string;
  /** The node that the story is about, and its neighbours. */
  readonly node: string;
  /** Of the person's browser. */
  readonly session: string;
  readonly terminals: Terminals;
  readonly tls: Certificate;
  /** All that the agent has told of what came of its actions. */
  readonly outcomes: readonly HeardOutcome[];
  readonly close: () => Promise<void>;
}

const scopes = ['read', 'deploy', 'actions', 'admin'];
const neighbours = 3;

export async function openStoryHouse(): Promise<StoryHouse> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    return { ...(await open(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(closing: (() => Promise<unknown>)[]): Promise<Omit<StoryHouse, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-story-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const [tls, home] = await Promise.all([localCertificate(join(folder, 'certificates')), agentHome('kube2')]);
  const kube = openKube('KUBE2_KUBECONFIG');
  closing.push(kube.close);
  const run = randomBytes(2).toString('hex');
  const names = Array.from({ length: neighbours + 1 }, (_, index) => `shop-node-${7 + index}-${run}`);
  const making = Promise.all(names.map((name) => kube.node(name)));
  making.catch(() => undefined);
  const server = await startServer({
    HOME: home,
    // A day passes in a second: then nobody is likely to come back to the node.
    HEALTH_NODE_CORDONED_LATER_AFTER_SECONDS: '1',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    WEBHOOK_EXTRA_CA_FILE: tls.authority,
  });
  closing.push(server.stop);
  const { origin, brokerUrl } = server;
  const [node = ''] = await making;
  const { session, token } = await somebody(server.database.url, origin);
  const client = createClient({ baseUrl: `${origin}/api`, token });
  const clusterId = await watched(client, kube);
  const broker = openBroker(brokerUrl, 'wheelhouse proof', makeLog({ level: 'fatal' }));
  closing.push(() => broker.close());
  const outcomes = hearOutcomes(broker);
  const terminals = openTerminals(shellOf(folder, origin, token));
  closing.push(terminals.end);
  return { origin, folder, client, kube, clusterId, node, session, terminals, tls, outcomes };
}

/** An owner with a session in a browser, and a token for the terminal. */
async function somebody(databaseUrl: string, origin: string) {
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: databaseUrl, connections: 2, applicationName: 'proof', log });
  try {
    const tenant = await tenantsIn(db, systemClock)('acme');
    const ada: typeof tenant = { ...tenant, user: (role) => tenant.user(role, 'ada@acme.example') };
    const { secret } = await signedIn({ db }, ada, 'owner');
    const answer = await fetch(`${origin}/api/auth/api/v1/tokens`, {
      method: 'POST',
      headers: {
        cookie: `wh_session=${secret}`,
        origin,
        'sec-fetch-site': 'same-origin',
        'x-wheelhouse-csrf': '1',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'my laptop', scopes }),
    });
    if (answer.status !== 201) throw new Error(`no token was made: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { readonly token: string };
    return { session: secret, token };
  } finally {
    await db.end();
  }
}

/** Registered, observed, and with a worker that can act. */
async function watched(client: Client, kube: Kube): Promise<string> {
  const { data: made } = await client.post('/platform/api/v1/clusters', {
    body: { name: 'shop', kubeconfig: kube.kubeconfig },
  });
  await eventually(async () => {
    const { data: workers } = await client.get('/agents/action/api/v1/clusters');
    if (workers.data[0]?.ready !== true) throw new Error('the worker did not come up');
    await client.get('/k8s-monitor/api/health', { query: { cluster_id: made.id } });
  }, 120_000);
  return made.id;
}

function shellOf(folder: string, origin: string, token: string): Readonly<Record<string, string>> {
  return {
    PATH: `${dirname(engineSetting('KUBECTL'))}:${process.env['PATH']}`,
    HOME: folder,
    KUBECONFIG: engineSetting('KUBE2_KUBECONFIG'),
    WHEELHOUSE_URL: origin,
    WHEELHOUSE_TOKEN: token,
    npm_config_update_notifier: 'false',
  };
}
