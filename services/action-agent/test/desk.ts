import { randomUUID } from 'node:crypto';
import type { Proposer } from '@wheelhouse/contracts';
import {
  type Clock,
  type Database,
  makeLog,
  type Module,
  openDatabase,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import {
  type Answer,
  type Caller,
  caller,
  type CallOptions,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { platformModule } from '../../platform/src/module.ts';
import { upsertWorker, type WorkerRow } from '../src/clusters/workers-store.ts';
import { actionAgentModule } from '../src/module.ts';
import type { ActionRow } from '../src/records/row.ts';
import { writeAction } from './write-action.ts';

/** The HTTP part of the agent without a cluster: what workers would write, tests write. */
export interface Desk extends TestProcess {
  readonly db: Database;
  /** Registers a cluster where nobody listens; answers its id. */
  readonly cluster: (who: Caller) => Promise<string>;
  /** Somebody of a tenant with one cluster. */
  readonly tenant: () => Promise<{ readonly who: Caller; readonly clusterId: string }>;
  /** A pending action, as a decision would make it; answers its id. */
  readonly pending: (who: Caller, clusterId: string, more?: Partial<ActionRow>) => Promise<string>;
  readonly row: (who: Caller, more: Partial<ActionRow> & Pick<ActionRow, 'cluster_id'>) => Promise<string>;
  /** A sign of life of a worker. */
  readonly sign: (who: Caller, clusterId: string, more?: Partial<WorkerRow>) => Promise<void>;
  readonly get: (who: Caller, path: string, headers?: CallOptions['headers']) => Promise<Answer>;
  readonly post: (who: Caller, path: string, body?: unknown, headers?: CallOptions['headers']) => Promise<Answer>;
}

export const actions = '/api/v1/actions';

export async function startDesk(
  given: { readonly clock?: Clock; readonly beside?: readonly Module[] } = {},
): Promise<Desk> {
  const { beside = [], ...options } = given;
  // With auth beside it, calls would be refused until its revocations are read.
  const environment = { EXTERNAL_URL: 'https://wheelhouse.example.test', FOLLOW_REVOCATIONS: 'false' };
  const house = await startTestProcess([actionAgentModule, platformModule, ...beside], { ...options, environment });
  const now = () => (given.clock ?? systemClock).now();
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const cluster: Desk['cluster'] = async (who) => {
    const body = { name: `test-${randomUUID()}`, server: 'https://localhost:9', token: 'nobodys-token' };
    const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
    expect(made).toMatchObject({ status: 201 });
    return made.body.id;
  };
  const row: Desk['row'] = (who, more) => writeAction(db, who.tenantId, now(), more);
  return {
    ...house,
    db,
    cluster,
    row,
    tenant: async () => {
      const who = await caller();
      return { who, clusterId: await cluster(who) };
    },
    pending: (who, clusterId, more = {}) => row(who, { cluster_id: clusterId, ...more }),
    sign: async (who, clusterId, more = {}) => {
      const worker = { cluster_id: clusterId, worker: 'test', version: '1', missing_rights: [], trouble: null };
      await db.tenant(who.tenantId, (tenant) => upsertWorker(tenant, { ...worker, seen_at: now(), ...more }));
    },
    get: (who, path, headers = {}) => house.call(who, 'GET', path, { headers }),
    post: (who, path, body, headers = {}) =>
      house.call(who, 'POST', path, { headers, ...(body === undefined ? {} : { body }) }),
    stop: async () => {
      await db.end();
      await house.stop();
    },
  };
}

/** Another person of the same tenant. */
export function colleague(who: Caller, claims: Partial<TokenClaims> = {}): Promise<Caller> {
  return caller({ tenant: who.tenantId, ...claims });
}

export function proposedBy(id: string, onBehalfOf?: string): Proposer {
  return { type: 'user', id, ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }) };
}
