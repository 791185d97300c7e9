import { randomUUID } from 'node:crypto';
import { verdictReachedType, type VerdictReached } from '@wheelhouse/contracts';
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
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { agentFeedbackModule } from '../src/module.ts';
import { feedbackTasks } from '../src/tasks.ts';
import { type Neighbours, neighbours } from './neighbours.ts';
import type { Said } from './said.ts';

export const verdicts = '/api/v1/verdicts';
export const records = '/api/v1/track-records';

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

/** The module with neighbours who say what a test wants, and a clock that it moves. */
export interface House extends Omit<TestProcess, 'call'> {
  readonly db: Database;
  readonly clock: MovableClock;
  readonly neighbours: Neighbours;
  readonly context: () => ModuleContext;
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
  /** As the module of that name, for one tenant. */
  readonly asModule: (name: string, tenantId: string, path: string) => Promise<Answer>;
  /** Resolves when all of it was heard, whatever the order in which it was. */
  readonly say: (tenantId: string, ...said: readonly Said[]) => Promise<void>;
  /** What time alone does, done once. */
  readonly round: () => Promise<void>;
  /** Some time goes by, and then a round is made. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** What the other modules are told, the first first. */
  readonly told: (tenantId: string) => Promise<readonly VerdictReached[]>;
}

export const seconds = 1_000;
export const minutes = 60 * seconds;
export const hours = 60 * minutes;
export const days = 24 * hours;

/** With auth beside it, calls would be refused until its revocations are read. */
const environment = { FOLLOW_REVOCATIONS: 'false' };

export async function startHouse(): Promise<House> {
  const clock = movableClock(new Date('2026-03-10T12:00:00Z'));
  const beside = neighbours();
  let context: ModuleContext | undefined;
  const module: typeof agentFeedbackModule = {
    ...agentFeedbackModule,
    // Time does its work only in rounds.
    tasks: [],
    consumers: (own) => {
      context = own;
      return agentFeedbackModule.consumers?.(own) ?? [];
    },
  };
  const { call, ...house } = await startTestProcess([module, ...beside.modules], { clock, environment });
  const db = openDatabase({
    url: house.database.url,
    connections: 8,
    applicationName: 'test',
    log: makeLog({ level: 'error' }),
  });
  const own = () => {
    if (context === undefined) throw new Error('the process has not been started');
    return context;
  };
  const ask: House['ask'] = async (who, method, path, body, headers = {}) => {
    const token = who && (await caller({ ...who.claims, tenant: who.tenantId }, clock));
    return call(token, method, path, { headers, ...(body === undefined ? {} : { body }) });
  };
  const well = async (asked: Promise<Answer>) => {
    const { status, body } = await asked;
    expect([status, body?.error?.message]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
    return body;
  };
  const round: House['round'] = async () => {
    // They look at no lease: what they do again finds nothing to do.
    for (const task of feedbackTasks) await task.run(own(), {} as Lease, new AbortController().signal);
  };
  return {
    ...house,
    db,
    clock,
    neighbours: beside,
    context: own,
    place: () => {
      const who = { tenantId: randomUUID(), claims: { sub: randomUUID() } };
      return { who, tenantId: who.tenantId, clusterId: randomUUID() };
    },
    ask,
    get: (who, path) => well(ask(who, 'GET', path)),
    post: (who, path, body) => well(ask(who, 'POST', path, body)),
    asModule: async (name, tenantId, path) => {
      const claims = { kind: 'module', sub: name, audience: 'agent-feedback', scopes: [], tenant: tenantId } as const;
      return call(await caller({ ...claims, scopes: [] }, clock), 'GET', path);
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
    told: async (tenantId) => {
      const rows = await db.look<{ body: string }>(
        'SELECT body FROM agent_feedback.outbox WHERE tenant_id = $1 AND type = $2 ORDER BY id',
        [tenantId, verdictReachedType],
      );
      return rows.map(({ body }) => (JSON.parse(body) as { data: VerdictReached }).data);
    },
    stop: async () => {
      const { rows: letters } = await asOwner(house.database.ownerUrl, (client) =>
        client.query('SELECT type, reason FROM agent_feedback.dead_letters'),
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
       EXISTS (SELECT FROM agent_feedback.inbox AS i WHERE i.source = $1 AND i.type = o.type AND i.seq = o.seq)
       OR EXISTS (SELECT FROM agent_feedback.inbox_streams AS s WHERE s.source = $1 AND s.type = o.type AND s.through >= o.seq))) AS heard`,
    [source, id],
  );
  return row?.heard === true;
}
