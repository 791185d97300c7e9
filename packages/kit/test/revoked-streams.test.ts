import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { type Caller, caller, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineModule, defineRoute, type Module, type RevocationEntry } from '../src/index.ts';

const migrations = join(import.meta.dirname, 'fixtures', 'no-migrations');

/** One event, then silence until it is told to end. */
const quiet = defineModule({
  name: 'quiet',
  port: 8076,
  prefix: '/quiet',
  settings: {},
  migrations,
  onTenantDeleted: { none: 'a test' },
  routes: () => [
    defineRoute({
      method: 'GET',
      url: '/api/v1/silence/stream',
      access: 'read',
      reach: 'none',
      summary: 'Follow what never changes',
      stream: true,
      handler: async ({ signal }) => ({
        stream: (async function* () {
          yield { id: '1', event: 'snapshot', data: {} };
          await once(signal, 'abort');
        })(),
      }),
    }),
  ],
});

const revoked: RevocationEntry[] = [];
const news = new EventEmitter();

/** Tells of revocations as auth does: a question waits for news. */
const auth: Module = defineModule({
  name: 'auth',
  port: 8077,
  prefix: '/auth',
  settings: {},
  migrations,
  onTenantDeleted: { none: 'a test' },
  routes: () => [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/revocations',
      access: 'internal',
      reach: 'none',
      summary: 'As auth has it',
      query: Type.Object({ after: Type.Optional(Type.Integer()) }),
      response: Type.Object({ revocations: Type.Array(Type.Any()), through: Type.Integer() }),
      handler: async ({ query: { after } }) => {
        if (after === revoked.length)
          await once(news, 'revoked', { signal: AbortSignal.timeout(500) }).catch(() => undefined);
        return { body: { revocations: revoked.slice(after ?? 0), through: revoked.length } };
      },
    }),
  ],
});

let house: TestProcess;
beforeAll(async () => {
  house = await startTestProcess([quiet, auth]);
});
afterAll(() => house.stop());

/** As a client that came past every gateway. */
async function open(who: Caller) {
  const { status, body } = await fetch(`${house.addresses['quiet']}/api/v1/silence/stream`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  const reader = body?.getReader();
  let isOpen = true;
  const reading = async () => {
    while ((await reader?.read())?.done === false);
    isOpen = false;
  };
  return { status, ended: reading(), isOpen: () => isOpen, close: () => reader?.cancel() };
}

test("a module cuts a revoked credential's streams itself, and others' go on", async () => {
  const cid = randomUUID();
  const tenant = randomUUID();
  const [hers, others] = [await open(await caller({ tenant, cid })), await open(await caller({ tenant }))];
  expect([hers.status, others.status]).toEqual([200, 200]);
  revoked.push({ seq: 1, tenant_id: tenant, credential_id: cid, subject_id: null });
  news.emit('revoked');
  await hers.ended;
  expect(others.isOpen()).toBe(true);
  await others.close();
});
