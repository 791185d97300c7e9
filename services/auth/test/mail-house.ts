import { type EventData, type EventType, exampleEnvelope } from '@wheelhouse/contracts';
import { eventIdOf, eventsExchange, makeIds, makeLog, type Module, openBroker } from '@wheelhouse/kit';
import { brokerAdmin, type Caller, eventually, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { authModule } from '../src/module.ts';
import { openPost, type Post, readMail } from './post.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

export const mailPath = '/api/v1/me/mail';
export const minute = 60_000;
export const hour = 60 * minute;

/** In an installation with modules that tell of incidents and actions, which the test plays. */
const others = ['incidents', 'action-agent'];
const module: Module = {
  ...authModule,
  consumers: (context) => authModule.consumers?.({ ...context, peers: [...context.peers, ...others] }) ?? [],
};

interface Told<Type extends EventType> {
  readonly data?: Partial<EventData<Type>>;
  readonly clusterId?: string;
  readonly cloudspaceId?: string;
  readonly occurredAt?: Date;
  readonly times?: number;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly session: Caller;
}

interface Row extends Record<string, unknown> {
  readonly state: string;
  readonly reason: string | null;
  readonly attempt_count: number;
}

/** An auth that mails, the mail server it mails by, and a tenant at a time. */
export interface MailHouse {
  readonly clock: MovableClock;
  readonly post: Post;
  readonly auth: AuthProcess;
  /** Whose events are told and whose people are asked for. */
  tenant: TestTenant;
  /** Another tenant, and a mail server that takes everything. */
  readonly begin: () => Promise<void>;
  /** As the module's relay brings it. */
  readonly tell: <Type extends EventType>(type: Type, more?: Told<Type>) => Promise<void>;
  readonly person: (wants?: object) => Promise<Person>;
  readonly mailsTo: (who: Pick<Person, 'email'>) => readonly ReturnType<typeof readMail>[];
  readonly rowsOf: (who: Pick<Person, 'id'>, of?: TestTenant) => Promise<readonly Row[]>;
  /** Until each of a person's mails has ended so. */
  readonly ended: (who: Pick<Person, 'id'>, states: readonly string[]) => Promise<void>;
  /** Until the mail server has said no to their one mail. */
  readonly tried: (who: Pick<Person, 'id'>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function openMailHouse(): Promise<MailHouse> {
  const clock = movableClock(new Date());
  const makeId = makeIds(clock);
  const post = await openPost();
  const auth = await startAuth({
    clock,
    module,
    environment: { SMTP_URL: post.url, EXTERNAL_URL: 'https://wheelhouse.example.test', MAIL_FROM: 'ops@example.test' },
  });
  const broker = openBroker(auth.vhost.url, 'test', makeLog({ level: 'fatal' }));
  // What is told before goes nowhere.
  await eventually(async () => {
    const trouble = broker.trouble();
    if (trouble !== undefined) throw new Error(trouble);
    const queues = (await brokerAdmin('GET', `/queues/${encodeURIComponent(auth.vhost.name)}`)) as { name: string }[];
    const there = new Set(queues.map(({ name }) => name));
    if (others.some((name) => !there.has(`auth.mail-${name}`))) throw new Error('auth does not listen yet');
  });
  let seq = 0;
  const house: MailHouse = {
    clock,
    post,
    auth,
    tenant: await auth.tenant(),
    begin: async () => {
      post.refuses = undefined;
      post.isBusy = false;
      post.isMute = false;
      house.tenant = await auth.tenant();
    },
    tell: async (type, { data, clusterId, cloudspaceId, occurredAt = clock.now(), times = 1 } = {}) => {
      const { id: tenantId } = house.tenant;
      seq += 1;
      const id = makeId();
      const envelope = { id: eventIdOf(id), type, occurred_at: occurredAt.toISOString(), tenant_id: tenantId };
      const body = JSON.stringify({ ...envelope, data: { ...exampleEnvelope(type).data, ...data } });
      const headers = {
        source: type.startsWith('incident.') ? 'incidents' : 'action-agent',
        seq,
        tenant: tenantId,
        ...(clusterId === undefined ? {} : { cluster: clusterId }),
        ...(cloudspaceId === undefined ? {} : { cloudspace: cloudspaceId }),
      };
      for (let time = 0; time < times; time += 1)
        await broker.publish({ exchange: eventsExchange, key: type, body, id, headers });
    },
    person: async (wants = { incidents: true, approvals: true }) => {
      const { id, email } = await house.tenant.user('operator');
      const session = await house.tenant.callerOf(id, 'operator', 'session');
      expect(await auth.call(session, 'PATCH', mailPath, { body: wants })).toMatchObject({ status: 200 });
      return { id, email, session };
    },
    mailsTo: ({ email }) => post.mails.map(readMail).filter(({ headers }) => headers['to']?.includes(email) === true),
    rowsOf: ({ id }, of = house.tenant) =>
      auth.db.tenant(of.id, (db) =>
        db.query<Row>('SELECT state, reason, attempt_count FROM auth.mails WHERE user_id = $1 ORDER BY id', [id]),
      ),
    ended: (who, states) =>
      eventually(async () => expect((await house.rowsOf(who)).map(({ state }) => state)).toEqual(states)),
    tried: (who) =>
      eventually(async () =>
        expect(await house.rowsOf(who)).toMatchObject([
          { state: 'pending', attempt_count: 1, reason: expect.stringContaining('did not accept it') },
        ]),
      ),
    stop: async () => {
      await broker.close();
      await auth.stop();
      await post.close();
    },
  };
  return house;
}
