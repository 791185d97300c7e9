import { randomUUID } from 'node:crypto';
import {
  type Database,
  type Lease,
  makeIds,
  makeLog,
  type Module,
  type ModuleContext,
  openDatabase,
  outbox,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import {
  type Answer,
  caller,
  type CallOptions,
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { agentRecommendationModule } from '../src/module.ts';
import { roundTasks } from '../src/rounds/tasks.ts';
import { type Cluster, type Neighbours, neighbours } from './neighbours.ts';

export const recommendations = '/api/v1/recommendations';

/** Somebody, whose token is made anew for each call: here days pass. */
export interface Person {
  readonly tenantId: string;
  readonly claims: Partial<TokenClaims>;
}

/** A tenant with a cluster, and somebody in it who may do everything. */
export interface Place {
  readonly who: Person;
  readonly tenantId: string;
  readonly cluster: Cluster;
}

/** The module with neighbours who know what a test wants, and a clock that it moves. */
export interface House extends Omit<TestProcess, 'call'> {
  readonly db: Database;
  readonly clock: MovableClock;
  readonly neighbours: Neighbours;
  readonly place: () => Place;
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
  /** All of somebody's recommendations, the newest first. */
  readonly all: (who: Person, query?: string) => Promise<Answer['body'][]>;
  /** What time alone does, done once; or cut off by a signal. */
  readonly step: (signal?: AbortSignal) => Promise<void>;
  /** The same until no cluster is due any more. */
  readonly round: () => Promise<void>;
  /** Some time goes by, and then a round is made. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly deleteTenant: (tenantId: string) => Promise<void>;
}

export const minutes = 60_000;
export const hours = 60 * minutes;
export const days = 24 * hours;

/** With auth beside it, calls would be refused until its revocations are read. */
const environment = { FOLLOW_REVOCATIONS: 'false' };

export async function startHouse(): Promise<House> {
  const clock = movableClock(new Date('2026-03-10T12:00:00Z'));
  const beside = neighbours();
  let context: ModuleContext | undefined;
  const module: Module = {
    ...agentRecommendationModule,
    // Time does its work only in rounds.
    tasks: [],
    consumers: (own) => {
      context = own;
      return [];
    },
  };
  const { call, ...house } = await startTestProcess([module, ...beside.modules], { clock, environment });
  const db = openDatabase({
    url: house.database.url,
    connections: 4,
    applicationName: 'test',
    log: makeLog({ level: 'error' }),
  });
  const ask: House['ask'] = async (who, method, path, body, headers = {}) => {
    const token = who && (await caller({ ...who.claims, tenant: who.tenantId }, clock));
    return call(token, method, path, { headers, ...(body === undefined ? {} : { body }) });
  };
  const well = async (asked: Promise<Answer>) => {
    const { status, body } = await asked;
    expect([status, body?.error?.message]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
    return body;
  };
  const step: House['step'] = async (signal = new AbortController().signal) => {
    if (context === undefined) throw new Error('the process has not been started');
    // They look at no lease: what they do again finds nothing to do.
    for (const task of roundTasks()) await task.run(context, {} as Lease, signal);
  };
  const round: House['round'] = async () => {
    const isDue = 'SELECT 1 FROM agent_recommendation.cluster_rounds WHERE due_at <= $1';
    do await step();
    while ((await db.look(isDue, [clock.now()])).length > 0);
  };
  const get: House['get'] = (who, path) => well(ask(who, 'GET', path));
  return {
    ...house,
    db,
    clock,
    neighbours: beside,
    place: () => {
      const who = { tenantId: randomUUID(), claims: { sub: randomUUID() } };
      return { who, tenantId: who.tenantId, cluster: beside.cluster(who.tenantId) };
    },
    ask,
    get,
    post: (who, path, body) => well(ask(who, 'POST', path, body)),
    all: async (who, query = '') => (await get(who, `${recommendations}${query}`)).data,
    step,
    round,
    pass: async (milliseconds) => {
      clock.advance(milliseconds);
      await round();
    },
    deleteTenant: async (tenantId) => {
      beside.gone.add(tenantId);
      const emit = outbox('auth', makeIds(systemClock), systemClock);
      await db.tenant(tenantId, (handle) => emit(handle, 'internal.tenant_deleted', { tenant_id: tenantId }));
    },
    stop: async () => {
      await db.end();
      await house.stop();
    },
  };
}
