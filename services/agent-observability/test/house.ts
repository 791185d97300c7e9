import { randomUUID } from 'node:crypto';
import type { FactObject, IncidentChanged } from '@wheelhouse/contracts';
import { incidentChangedType } from '@wheelhouse/contracts';
import {
  type Database,
  makeIds,
  makeLog,
  openDatabase,
  outbox,
  schemaOf,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import {
  type Answer,
  asOwner,
  type CallOptions,
  caller,
  eventually,
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { agentObservabilityModule } from '../src/module.ts';
import { type Neighbours, neighbours } from './neighbours.ts';
import { deployment } from './seen.ts';

export const observations = '/api/v1/observations';
const internal = '/internal/v1/observations';

/** Somebody, whose token is made anew for each call. */
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

export interface House extends Omit<TestProcess, 'call'> {
  readonly db: Database;
  readonly clock: MovableClock;
  readonly neighbours: Neighbours;
  readonly place: () => Place;
  readonly ask: (
    who: Person,
    method: string,
    path: string,
    body?: unknown,
    headers?: CallOptions['headers'],
  ) => Promise<Answer>;
  /** The body of what must be answered well. */
  readonly get: (who: Person, path: string) => Promise<Answer['body']>;
  /** As analysis does. */
  readonly again: (place: Place, body?: object) => Promise<string>;
  readonly seenInside: (tenantId: string, id: string) => Promise<Answer>;
  /** Resolves when it has been heard. */
  readonly say: (tenantId: string, ...said: readonly IncidentChanged[]) => Promise<void>;
  /** Once it has ended, with all that was seen. */
  readonly ended: (who: Person, id: string) => Promise<Answer['body']>;
  /** The only one that an incident has, once it has ended. */
  readonly endedOf: (who: Person, incidentId: string) => Promise<Answer['body']>;
  /** What analysis was told of them, the first first. */
  readonly told: (tenantId: string) => Promise<readonly Record<string, unknown>[]>;
}

export const seconds = 1_000;

const standing: MovableClock = {
  ...systemClock,
  advance: () => {
    throw new Error('nobody moves the time of all');
  },
};

/** Without workers it only hears and serves: processes of their own do the looking, by the time of all. */
export async function startHouse({ workers = true }: { readonly workers?: boolean } = {}): Promise<House> {
  const clock = workers ? movableClock(new Date('2026-03-10T12:00:00Z')) : standing;
  const beside = neighbours();
  const environment = { FOLLOW_REVOCATIONS: 'false' };
  const module = workers ? agentObservabilityModule : { ...agentObservabilityModule, workers: [] };
  const { call, ...house } = await startTestProcess([module, ...beside.modules], { clock, environment });
  const db = openDatabase({
    url: house.database.url,
    connections: 4,
    applicationName: 'test',
    log: makeLog({ level: 'error' }),
  });
  const tokenOf = ({ tenantId, claims }: Person) => caller({ ...claims, tenant: tenantId }, clock);
  const moduleOf = (tenant: string) =>
    caller({ kind: 'module', sub: 'agent-analysis', audience: 'agent-observability', tenant, scopes: [] }, clock);
  const ask: House['ask'] = async (who, method, path, body, headers = {}) =>
    call(await tokenOf(who), method, path, { headers, ...(body === undefined ? {} : { body }) });
  const get: House['get'] = async (who, path) => {
    const { status, body } = await ask(who, 'GET', path);
    expect([status, body?.error?.message]).toEqual([200, undefined]);
    return body;
  };
  const ended: House['ended'] = (who, id) =>
    eventually(async () => {
      const body = await get(who, `${observations}/${id}`);
      expect(body.status).not.toBe('observing');
      return body;
    });
  return {
    ...house,
    db,
    clock,
    neighbours: beside,
    place: () => {
      const who = { tenantId: randomUUID(), claims: { sub: randomUUID() } };
      return { who, tenantId: who.tenantId, clusterId: beside.cluster(who.tenantId) };
    },
    ask,
    get,
    again: async ({ tenantId, clusterId }, more = {}) => {
      const body = { cluster_id: clusterId, object: deployment, ...more };
      const answer = await call(await moduleOf(tenantId), 'POST', internal, { body });
      expect(answer.status).toBe(202);
      return String(answer.body.observation_id);
    },
    seenInside: async (tenantId, id) => call(await moduleOf(tenantId), 'GET', `${internal}/${id}`),
    say: async (tenantId, ...said) => {
      const emit = outbox(schemaOf('incidents'), makeIds(systemClock), clock);
      const ids = await db.tenant(tenantId, async (handle) => {
        const told: string[] = [];
        for (const data of said) told.push(await emit(handle, incidentChangedType, data));
        return told;
      });
      for (const id of ids) await eventually(async () => expect(await isHeard(db, id.replace(/^evt_/, ''))).toBe(true));
    },
    ended,
    endedOf: (who, incidentId) =>
      eventually(async () => {
        const { data } = await get(who, `${observations}?incident_id=${incidentId}`);
        expect(data).toHaveLength(1);
        return ended(who, data[0].id);
      }),
    told: async (tenantId) => {
      const rows = await db.look<{ body: string }>(
        'SELECT body FROM agent_observability.outbox WHERE tenant_id = $1 ORDER BY id',
        [tenantId],
      );
      const events = rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
      return events.filter(({ type }) => type === 'internal.observation_ready').map(({ data }) => data);
    },
    stop: async () => {
      const { rows: letters } = await asOwner(house.database.ownerUrl, (client) =>
        client.query('SELECT type, reason FROM agent_observability.dead_letters'),
      );
      await db.end();
      await house.stop();
      expect(letters).toEqual([]);
    },
  };
}

async function isHeard(db: Database, id: string): Promise<boolean> {
  const [row] = await db.look<{ heard: boolean }>(
    `SELECT EXISTS (SELECT FROM incidents.outbox AS o WHERE o.id = $1 AND (
       EXISTS (SELECT FROM agent_observability.inbox AS i WHERE i.source = 'incidents' AND i.type = o.type AND i.seq = o.seq)
       OR EXISTS (SELECT FROM agent_observability.inbox_streams AS s WHERE s.source = 'incidents' AND s.type = o.type AND s.through >= o.seq))) AS heard`,
    [id],
  );
  return row?.heard === true;
}

/** What incidents say of one. */
export function incident(
  { clusterId }: Pick<Place, 'clusterId'>,
  clock: MovableClock,
  more: Partial<IncidentChanged> = {},
): IncidentChanged {
  const now = clock.now().toISOString();
  return {
    change: 'opened',
    incident_id: randomUUID(),
    cluster_id: clusterId,
    severity: 'high',
    object: deployment satisfies FactObject,
    rules: ['crash_loop'],
    started_at: now,
    previous_incident_id: null,
    at: now,
    ...more,
  };
}
