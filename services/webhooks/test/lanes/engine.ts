import { randomUUID } from 'node:crypto';
import { type EventType, exampleEnvelope } from '@wheelhouse/contracts';
import {
  type Broker,
  type Clock,
  type Database,
  eventIdOf,
  eventsExchange,
  makeIds,
  makeLog,
  type Module,
  openBroker,
  openDatabase,
  type RunningProcess,
  startProcess,
  systemClock,
} from '@wheelhouse/kit';
import { brokerAdmin, type Caller, caller, eventually, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { webhooksModule } from '../../src/module.ts';
import type { Attempt } from '../../src/wire/attempt.ts';
import { type Authority, makeAuthority } from '../authority.ts';
import { type Receiver, type Respond, startReceiver } from '../receiver.ts';

/** The module with its consumers and workers, and a world around it: who tells of events, and who receives them. */
export interface Engine extends TestProcess {
  readonly db: Database;
  readonly receive: (respond?: Respond) => Promise<Receiver>;
  /** Answers the id of the new subscription. */
  readonly subscribe: (who: Caller, url: string, more?: object) => Promise<string>;
  readonly ask: (who: Caller, method: string, path: string, body?: object) => Promise<void>;
  /** Brings an event, as platform's relay would; answers its id. */
  readonly tell: (who: Caller, more?: Partial<Told>) => Promise<string>;
  /** Every delivery of a tenant, by its event. */
  readonly deliveries: (who: Caller) => Promise<readonly Delivery[]>;
  readonly lane: (subscriptionId: string) => Promise<Lane>;
}

export interface Told {
  readonly type: EventType;
  readonly clusterId: string;
  readonly cloudspaceId: string;
  readonly occurredAt: Date;
  /** In place of what the example says. */
  readonly data: object;
  /** As another message of the same number. */
  readonly again: string;
}

export interface Delivery extends Record<string, unknown> {
  readonly id: string;
  readonly subscription_id: string;
  readonly event_id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempt_count: number;
  readonly attempts: readonly Attempt[];
  readonly next_attempt_at: Date | null;
}

export interface Lane extends Record<string, unknown> {
  readonly next_due_at: Date | null;
  readonly not_before: Date | null;
  readonly arrivals: number;
  readonly lease_until: Date | null;
  readonly lease_token: number;
  readonly is_fast: boolean;
  readonly window_size: number;
  readonly failures: number;
}

export interface EngineOptions {
  readonly clock?: Clock;
  readonly isIdle?: boolean;
  readonly beside?: readonly Module[];
  readonly environment?: Readonly<Record<string, string>>;
}

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end();
  };

/** In an installation that has incidents, which a test plays as it plays the others. */
const withIncidents: Module = {
  ...webhooksModule,
  consumers: (context) => webhooksModule.consumers?.({ ...context, peers: [...context.peers, 'incidents'] }) ?? [],
};

function sourceOf(type: EventType): string {
  if (type.startsWith('incident.')) return 'incidents';
  return type.startsWith('action.') ? 'action-agent' : 'platform';
}

export async function startEngine({
  clock = systemClock,
  isIdle = false,
  beside = [],
  environment = {},
}: EngineOptions = {}): Promise<Engine> {
  const authority: Authority = await makeAuthority();
  const pem = await authority.certificate('IP:127.0.0.1');
  const module: Module = isIdle ? { ...withIncidents, workers: [] } : withIncidents;
  const house = await startTestProcess([module, ...beside], {
    clock,
    environment: {
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEBHOOK_EXTRA_CA_FILE: authority.caFile,
      ...environment,
    },
  });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const broker: Broker = openBroker(house.vhost.url, 'test', makeLog({ level: 'fatal' }));
  await eventually(() => expect(broker.trouble()).toBeUndefined());
  await eventually(async () => expect(await listening(house)).toBe(true));
  const receivers: Receiver[] = [];
  const makeId = makeIds(clock);
  const numbers = new Map<string, number>();
  const told = new Map<
    string,
    { readonly body: string; readonly seq: number; readonly headers: object; readonly type: string }
  >();
  const say = (id: string) => {
    const { type, body, headers } = told.get(id) ?? { type: '', body: '', headers: {} };
    return broker.publish({ exchange: eventsExchange, key: type, body, id, headers: { ...headers } });
  };
  return {
    ...house,
    db,
    receive: async (respond = answering(204)) => {
      const receiver = await startReceiver(pem, respond);
      receivers.push(receiver);
      return receiver;
    },
    subscribe: async (who, url, more = {}) => {
      const made = await house.call(who, 'POST', '/api/v1/webhooks', { body: { url, events: ['*'], ...more } });
      expect(made).toMatchObject({ status: 201 });
      return String(made.body.id);
    },
    ask: async (who, method, path, body) => {
      const answer = await house.call(who, method, `/api/v1/webhooks/${path}`, body === undefined ? {} : { body });
      expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) as number });
    },
    tell: async ({ tenantId }, more = {}) => {
      if (more.again !== undefined) {
        await say(more.again);
        return more.again;
      }
      const { type = 'cluster.phase_changed', clusterId, cloudspaceId, occurredAt = clock.now() } = more;
      const id = makeId();
      const source = sourceOf(type);
      const seq = (numbers.get(type) ?? 0) + 1;
      numbers.set(type, seq);
      const headers = {
        source,
        seq,
        tenant: tenantId,
        ...(clusterId === undefined ? {} : { cluster: clusterId }),
        ...(cloudspaceId === undefined ? {} : { cloudspace: cloudspaceId }),
      };
      const envelope = { id: eventIdOf(id), type, occurred_at: occurredAt.toISOString(), tenant_id: tenantId };
      told.set(id, {
        type,
        seq,
        headers,
        body: JSON.stringify({ ...envelope, data: { ...exampleEnvelope(type).data, ...more.data } }),
      });
      await say(id);
      return id;
    },
    deliveries: ({ tenantId }) =>
      db.tenant(tenantId, (tenant) =>
        tenant.query<Delivery>(
          `SELECT id, subscription_id, event_id, state, reason, attempt_count, to_json(attempts::json[]) AS attempts, next_attempt_at FROM webhooks.live_deliveries
           UNION ALL SELECT id, subscription_id, event_id, state, reason, attempt_count, to_json(attempts::json[]), NULL FROM webhooks.deliveries
           ORDER BY event_id, id`,
        ),
      ),
    lane: async (id) => {
      const [lane] = await db.look<Lane>('SELECT * FROM webhooks.lanes WHERE subscription_id = $1', [id]);
      if (lane === undefined) throw new Error('there is no such lane');
      return lane;
    },
    stop: async () => {
      await broker.close();
      await db.end();
      await house.stop();
      for (const receiver of receivers) await receiver.close();
      await authority.remove();
    },
  };
}

/** Another process of an idle engine's, with all its workers. */
export const startWorker = ({ environment }: Engine): Promise<RunningProcess> =>
  startProcess({
    modules: [webhooksModule],
    role: 'worker',
    environment,
    version: 'test',
    log: makeLog({ level: 'fatal' }),
  });

/** Whether its consumers are there: what is published before goes nowhere. */
async function listening({ vhost }: TestProcess): Promise<boolean> {
  const queues = (await brokerAdmin('GET', `/queues/${encodeURIComponent(vhost.name)}`)) as { name: string }[];
  return ['platform', 'action-agent', 'incidents'].every((source) =>
    queues.some(({ name }) => name === `webhooks.events-of-${source}`),
  );
}

export const someone = () => caller({ tenant: randomUUID() });
