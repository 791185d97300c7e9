import { type Clock, type Database, makeLog, openDatabase, systemClock, type TokenClaims } from '@wheelhouse/kit';
import {
  type Answer,
  type Caller,
  caller,
  type CallOptions,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { webhooksModule } from '../src/module.ts';
import { type DeliveryMade, type EventMade, writeDelivery, writeEvent } from './write-delivery.ts';

export const webhooks = '/api/v1/webhooks';

/** The module without its workers: what they would write, tests write. */
export interface Desk extends TestProcess {
  readonly db: Database;
  readonly get: (who: Caller, path?: string, headers?: CallOptions['headers']) => Promise<Answer>;
  readonly post: (who: Caller, path: string, body?: unknown, headers?: CallOptions['headers']) => Promise<Answer>;
  readonly patch: (who: Caller, id: string, body: unknown, headers?: CallOptions['headers']) => Promise<Answer>;
  readonly remove: (who: Caller, id: string, headers?: CallOptions['headers']) => Promise<Answer>;
  readonly create: (who: Caller, more?: object) => Promise<Answer['body']>;
  readonly event: (who: Caller, more?: Partial<EventMade>) => Promise<string>;
  /** Of a new event, unless one is named; answers its id. */
  readonly delivery: (who: Caller, webhookId: string, more?: Partial<DeliveryMade>) => Promise<string>;
}

export const target = 'https://hooks.example.com/wheelhouse';

const module = { ...webhooksModule, workers: [] };

export async function startDesk(
  given: { readonly clock?: Clock; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Desk> {
  const house = await startTestProcess([module], {
    ...given,
    environment: { EXTERNAL_URL: 'https://wheelhouse.example.test', ...given.environment },
  });
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: house.database.url, connections: 4, applicationName: 'test', log });
  const clock = given.clock ?? systemClock;
  const at = (path: string) => (path.startsWith('/') ? path : `${webhooks}${path === '' ? '' : `/${path}`}`);
  const send = (who: Caller, method: string, path: string, body?: unknown, headers = {}) =>
    house.call(who, method, at(path), { headers, ...(body === undefined ? {} : { body }) });
  return {
    ...house,
    db,
    get: (who, path = '', headers = {}) =>
      house.call(who, 'GET', path.startsWith('?') ? `${webhooks}${path}` : at(path), { headers }),
    post: (who, path, body, headers) => send(who, 'POST', path, body, headers),
    patch: (who, id, body, headers) => send(who, 'PATCH', id, body, headers),
    remove: (who, id, headers) => send(who, 'DELETE', id, undefined, headers),
    create: async (who, more = {}) => {
      const made = await send(who, 'POST', '', { url: target, events: ['*'], ...more });
      expect(made).toMatchObject({ status: 201 });
      return made.body;
    },
    event: (who, more) => writeEvent(db, who.tenantId, clock.now(), more),
    delivery: (who, webhookId, more) => writeDelivery(db, who.tenantId, webhookId, clock.now(), more),
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
