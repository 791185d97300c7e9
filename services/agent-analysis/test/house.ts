import { randomUUID } from 'node:crypto';
import {
  actionEndedType,
  type ActionEnded,
  type AnalysisConcluded,
  type Decision,
  type Facts,
  incidentChangedType,
  type IncidentChanged,
  observationReadyType,
  readDecision,
  verdictReachedType,
  type VerdictReached,
} from '@wheelhouse/contracts';
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
  eventually,
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import type { Analysis } from '../src/analyses/schema.ts';
import type { AnalysisSettings } from '../src/config.ts';
import { agentAnalysisModule } from '../src/module.ts';
import { analysisTasks } from '../src/tasks.ts';
import { neighbours, type Neighbours, type ObservationTold } from './neighbours.ts';

export const analyses = '/api/v1/analyses';
export const rules = '/api/v1/rules';
export const settings = '/api/v1/settings';

/** A tenant with a cluster, and somebody in it who may do everything. */
export interface Place {
  readonly tenantId: string;
  readonly clusterId: string;
}

/** An incident as its events tell of it. */
export type Incident = Pick<
  IncidentChanged,
  'incident_id' | 'cluster_id' | 'object' | 'rules' | 'previous_incident_id'
> & {
  readonly tenantId: string;
};

export interface House extends Omit<TestProcess, 'call'> {
  readonly db: Database;
  readonly clock: MovableClock;
  readonly neighbours: Neighbours;
  readonly place: () => Place;
  readonly ask: (
    place: Place | undefined,
    method: string,
    path: string,
    given?: {
      readonly body?: unknown;
      readonly claims?: Partial<TokenClaims>;
      readonly headers?: Record<string, string>;
    },
  ) => Promise<Answer>;
  /** The body of what must be answered well. */
  readonly get: (place: Place, path: string) => Promise<Answer['body']>;
  readonly incident: (place: Place, more?: Partial<Incident>) => Incident;
  /** Resolves when analysis has heard of it. */
  readonly changed: (
    incident: Incident,
    change: IncidentChanged['change'],
    more?: Partial<IncidentChanged>,
  ) => Promise<void>;
  /** Has it seen, and says so; answers the observation. */
  readonly seen: (incident: Incident, facts: Facts | null, more?: Partial<ObservationTold>) => Promise<string>;
  /** That what was asked for last is there. */
  readonly seenAsked: (incident: Incident, facts: Facts) => Promise<void>;
  readonly ended: (decision: Decision, more?: Partial<ActionEnded>) => Promise<void>;
  readonly judged: (tenantId: string, verdict: VerdictReached) => Promise<void>;
  /** Of an incident, the first first. */
  readonly of: (incident: Incident) => Promise<readonly Analysis[]>;
  /** The same, once so many are concluded and none is under way. */
  readonly concluded: (incident: Incident, count?: number) => Promise<readonly Analysis[]>;
  readonly told: (incident: Incident) => Promise<readonly AnalysisConcluded[]>;
  /** What was published to the action agent, which would take each. */
  readonly decisions: (incident: Incident) => Promise<readonly Decision[]>;
  /** What time alone does, done once. */
  readonly round: () => Promise<void>;
  readonly pass: (milliseconds: number) => Promise<void>;
}

export const [seconds, minutes, hours] = [1_000, 60_000, 3_600_000];

/** With auth beside it, calls would be refused until its revocations are read. */
const environment = { EXTERNAL_URL: 'https://wheelhouse.example.test', FOLLOW_REVOCATIONS: 'false' };

export async function startHouse(): Promise<House> {
  const clock = movableClock(new Date('2026-03-10T12:00:00Z'));
  const beside = neighbours(() => clock.now());
  let context: ModuleContext<AnalysisSettings> | undefined;
  const module: typeof agentAnalysisModule = {
    ...agentAnalysisModule,
    tasks: [],
    // Asked once, at the start; routes are also listed without a process.
    consumers: (own) => {
      context = own as ModuleContext<AnalysisSettings>;
      return agentAnalysisModule.consumers?.(own) ?? [];
    },
  };
  const { call, ...house } = await startTestProcess([module, ...beside.modules], { clock, environment });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 8, applicationName: 'test', log });
  const makeId = makeIds(systemClock);

  const say = async (source: string, tenantId: string, type: string, data: object): Promise<void> => {
    const emit = outbox(schemaOf(source), makeId, clock);
    const id = await db.tenant(tenantId, (handle) => emit(handle, type as `internal.${string}`, data));
    const plain = id.replace(/^evt_/, '');
    await eventually(async () => expect(await isHeard(db, source, plain)).toBe(true));
  };
  const ask: House['ask'] = async (place, method, path, { body, claims = {}, headers = {} } = {}) => {
    const who = place && (await caller({ ...claims, tenant: place.tenantId }, clock));
    return call(who, method, path, { headers, ...(body === undefined ? {} : { body }) });
  };
  const get: House['get'] = async (place, path) => {
    const { status, body } = await ask(place, 'GET', path);
    expect([status, body?.error?.message]).toEqual([200, undefined]);
    return body;
  };
  const of: House['of'] = async ({ tenantId, incident_id, cluster_id }) => {
    const body = await get({ tenantId, clusterId: cluster_id }, `${analyses}?incident_id=${incident_id}&limit=200`);
    return body.data.toReversed();
  };
  const seen: House['seen'] = async ({ tenantId, incident_id, cluster_id, object }, facts, more = {}) => {
    const id = more.id ?? randomUUID();
    const status = more.status ?? 'complete';
    const items = [
      { n: 1, source: 'pods', summary: 'A pod hangs.', at: clock.now().toISOString(), url: '/clusters/1' },
    ];
    beside.observations.set(id, { reason: null, message: null, facts, items, ...more, id, status });
    const about = object ?? { kind: 'Deployment', namespace: 'shop', name: 'checkout' };
    const data = { observation_id: id, incident_id, cluster_id, object: about, status };
    await say('agent-observability', tenantId, observationReadyType, data);
    return id;
  };
  const round: House['round'] = async () => {
    if (context === undefined) throw new Error('the process has not been started');
    // They look at no lease: what they do again finds nothing to do.
    for (const task of analysisTasks) await task.run(context, {} as Lease, new AbortController().signal);
  };
  const rows = <T>(incident: Incident, type: string): Promise<readonly T[]> =>
    db
      .look<{ body: string }>('SELECT body FROM agent_analysis.outbox WHERE tenant_id = $1 AND type = $2 ORDER BY id', [
        incident.tenantId,
        type,
      ])
      .then((found) => found.map(({ body }) => JSON.parse(body) as T));
  return {
    ...house,
    db,
    clock,
    neighbours: beside,
    place: () => ({ tenantId: randomUUID(), clusterId: randomUUID() }),
    ask,
    get,
    incident: ({ tenantId, clusterId }, more = {}) => ({
      tenantId,
      incident_id: makeId(),
      cluster_id: clusterId,
      object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
      rules: ['replica_shortfall'],
      previous_incident_id: null,
      ...more,
    }),
    changed: ({ tenantId, ...incident }, change, more = {}) => {
      const at = clock.now().toISOString();
      const data: IncidentChanged = { severity: 'high', started_at: at, at, ...incident, ...more, change };
      return say('incidents', tenantId, incidentChangedType, data);
    },
    seen,
    seenAsked: async (incident, facts) => {
      const asked = await eventually(async () => {
        const found = beside.asked.findLast(({ incidentId }) => incidentId === incident.incident_id);
        if (found === undefined || beside.observations.get(found.id)?.status !== 'observing')
          throw new Error('nothing was asked for');
        return found;
      });
      await seen(incident, facts, { id: asked.id });
    },
    ended: async (decision, more = {}) => {
      const data: ActionEnded = {
        action_id: randomUUID(),
        cluster_id: decision.cluster_id,
        incident_id: decision.incident_id ?? null,
        decision_id: decision.decision_id,
        action: decision.action,
        target: decision.target,
        approved_by: null,
        requested_by: null,
        note: null,
        status: 'success',
        result: null,
        error: null,
        decided_by: null,
        started_at: clock.now().toISOString(),
        finished_at: clock.now().toISOString(),
        details: {},
        ...more,
      };
      await say('action-agent', decision.tenant_id, actionEndedType, data);
    },
    judged: (tenantId, verdict) => say('agent-feedback', tenantId, verdictReachedType, verdict),
    of,
    concluded: (incident, count = 1) =>
      eventually(async () => {
        const found = await of(incident);
        expect(found.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'concluded'));
        return found;
      }),
    told: async (incident) => {
      const all = await rows<{ data: AnalysisConcluded }>(incident, 'internal.analysis_concluded');
      return all.map(({ data }) => data).filter(({ incident_id: id }) => id === incident.incident_id);
    },
    decisions: async (incident) => {
      const all = await rows<Decision>(incident, 'analysis.decisions');
      for (const decision of all)
        expect(readDecision(Buffer.from(JSON.stringify(decision)))).toMatchObject({ ok: true });
      return all.filter(({ incident_id: id }) => id === incident.incident_id);
    },
    round,
    pass: async (milliseconds) => {
      clock.advance(milliseconds);
      await round();
    },
    stop: async () => {
      const { rows: letters } = await asOwner(house.database.ownerUrl, (client) =>
        client.query('SELECT type, reason FROM agent_analysis.dead_letters'),
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
       EXISTS (SELECT FROM agent_analysis.inbox AS i WHERE i.source = $1 AND i.type = o.type AND i.seq = o.seq)
       OR EXISTS (SELECT FROM agent_analysis.inbox_streams AS s WHERE s.source = $1 AND s.type = o.type AND s.through >= o.seq))) AS heard`,
    [source, id],
  );
  return row?.heard === true;
}
