import { randomUUID } from 'node:crypto';
import {
  type Database,
  type Lease,
  makeIds,
  makeLog,
  type ModuleContext,
  openDatabase,
  outbox,
  schemaOf,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import {
  type Answer,
  asOwner,
  caller,
  type CallOptions,
  eventually,
  type FollowedStream,
  follow,
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import type { IncidentSettings } from '../src/config.ts';
import { incidentsModule } from '../src/module.ts';
import { incidentTasks } from '../src/tasks.ts';
import { type Neighbours, neighbours } from './neighbours.ts';

export const incidents = '/api/v1/incidents';
export const signals = '/api/v1/signals';
export const windows = '/api/v1/maintenance-windows';

/** Somebody, whose token is made anew for each call: here days pass. */
export interface Person {
  readonly tenantId: string;
  readonly claims: Partial<TokenClaims>;
}

/** A tenant with a cluster, and somebody in it who may do everything. */
export interface Place {
  readonly who: Person;
  readonly tenantId: string;
  readonly clusterId: string;
}

/** An event of another module, as it lies in its outbox. */
export interface Said {
  readonly source: 'k8s-monitor' | 'platform' | 'action-agent' | 'agent-analysis' | 'agent-feedback' | 'auth';
  readonly type: string;
  readonly data: object;
  /** When it happened; now by default. */
  readonly at?: Date;
}

/** The incidents with neighbours who say what a test wants, and a clock that it moves. */
export interface House extends Omit<TestProcess, 'call'> {
  readonly db: Database;
  readonly clock: MovableClock;
  readonly neighbours: Neighbours;
  readonly place: () => Promise<Place>;
  readonly ask: (
    who: Person | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: CallOptions['headers'],
  ) => Promise<Answer>;
  /** The body of what must be answered well. */
  readonly get: (who: Person, path: string) => Promise<Answer['body']>;
  readonly post: (who: Person, path: string, body?: unknown) => Promise<Answer['body']>;
  /** Of what is no JSON, or more of it than is read as such. */
  readonly text: (
    who: Person,
    path: string,
  ) => Promise<{ readonly status: number; readonly type: string | null; readonly text: string }>;
  readonly stream: (who: Person, id: string, after?: string) => Promise<FollowedStream>;
  /** Resolves when the incidents have heard all of it, whatever the order in which they did. */
  readonly say: (tenantId: string, ...said: readonly Said[]) => Promise<void>;
  /** What time alone does, done once. */
  readonly round: () => Promise<void>;
  /** Some time goes by, and then a round is made. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** What subscribers are told, or the agents, the first first. */
  readonly told: (tenantId: string, type?: string) => Promise<readonly Told[]>;
}

export interface Told {
  readonly type: string;
  readonly occurred_at: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  readonly data: any;
}

export const seconds = 1_000;
export const minutes = 60 * seconds;
export const hours = 60 * minutes;
export const days = 24 * hours;

/** With auth beside it, calls would be refused until its revocations are read. */
const environment = { EXTERNAL_URL: 'https://wheelhouse.example.test', FOLLOW_REVOCATIONS: 'false' };

/** With `tasks` time does its work by itself, as in an installation; else only in rounds. */
export async function startHouse(given: { readonly tasks?: boolean } = {}): Promise<House> {
  const clock = movableClock(new Date('2026-03-10T12:00:00Z'));
  const beside = neighbours();
  let context: ModuleContext<IncidentSettings> | undefined;
  const module: typeof incidentsModule = {
    ...incidentsModule,
    tasks: given.tasks === true ? (incidentsModule.tasks ?? []) : [],
    // Asked once, at the start; routes are also listed without a process.
    consumers: (own) => {
      context = own as ModuleContext<IncidentSettings>;
      return incidentsModule.consumers?.(own) ?? [];
    },
  };
  const { call, ...house } = await startTestProcess([module, ...beside.modules], { clock, environment });
  const db = openDatabase({
    url: house.database.url,
    connections: 8,
    applicationName: 'test',
    log: makeLog({ level: 'error' }),
  });
  const tokenOf = ({ tenantId, claims }: Person) => caller({ ...claims, tenant: tenantId }, clock);
  const ask: House['ask'] = async (who, method, path, body, headers = {}) =>
    call(who && (await tokenOf(who)), method, path, { headers, ...(body === undefined ? {} : { body }) });
  const well = async (asked: Promise<Answer>) => {
    const { status, body } = await asked;
    expect([status, body?.error?.message]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
    return body;
  };
  const round: House['round'] = async () => {
    if (context === undefined) throw new Error('the process has not been started');
    // They look at no lease: what they do again finds nothing to do.
    for (const task of incidentTasks) await task.run(context, {} as Lease, new AbortController().signal);
  };
  return {
    ...house,
    db,
    clock,
    neighbours: beside,
    place: async () => {
      const who = { tenantId: randomUUID(), claims: { sub: randomUUID() } };
      return { who, tenantId: who.tenantId, clusterId: beside.cluster(who.tenantId) };
    },
    ask,
    get: (who, path) => well(ask(who, 'GET', path)),
    post: (who, path, body) => well(ask(who, 'POST', path, body)),
    text: async (who, path) => {
      const { token } = await tokenOf(who);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${house.addresses['incidents']}${path}`, { headers });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    },
    stream: async (who, id, after) => {
      const query = after === undefined ? '' : `?after=${after}`;
      const url = `${house.addresses['incidents']}${incidents}/${id}/stream${query}`;
      const stream = await follow(url, await tokenOf(who));
      expect(stream.status).toBe(200);
      return stream;
    },
    say: async (tenantId, ...said) => {
      const ids: (readonly [source: string, id: string])[] = [];
      for (const { source, type, data, at = clock.now() } of said) {
        const emit = outbox(schemaOf(source), makeIds(systemClock), { now: () => at });
        const id = await db.tenant(tenantId, (handle) => emit(handle, type as `internal.${string}`, data));
        ids.push([source, id.replace(/^evt_/, '')]);
      }
      await Promise.all(
        ids.map(([source, id]) => eventually(async () => expect(await isHeard(db, source, id)).toBe(true))),
      );
    },
    round,
    pass: async (milliseconds) => {
      clock.advance(milliseconds);
      await round();
    },
    told: async (tenantId, type = 'incident.') => {
      const rows = await db.look<{ body: string }>(
        'SELECT body FROM incidents.outbox WHERE tenant_id = $1 AND starts_with(type, $2) ORDER BY id',
        [tenantId, type],
      );
      return rows.map(({ body }) => JSON.parse(body) as Told);
    },
    stop: async () => {
      const { rows: letters } = await asOwner(house.database.ownerUrl, (client) =>
        client.query('SELECT type, reason FROM incidents.dead_letters'),
      );
      await db.end();
      await house.stop();
      expect(letters).toEqual([]);
    },
  };
}

async function isHeard(db: Database, source: string, id: string): Promise<boolean> {
  const [row] = await db.look<{ heard: boolean }>(
    `SELECT EXISTS (SELECT FROM ${schemaOf(source)}.outbox AS o WHERE o.id = $2 AND (
       EXISTS (SELECT FROM incidents.inbox AS i WHERE i.source = $1 AND i.type = o.type AND i.seq = o.seq)
       OR EXISTS (SELECT FROM incidents.inbox_streams AS s WHERE s.source = $1 AND s.type = o.type AND s.through >= o.seq))) AS heard`,
    [source, id],
  );
  return row?.heard === true;
}
