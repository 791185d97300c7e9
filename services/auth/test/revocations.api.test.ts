import { randomUUID } from 'node:crypto';
import type { Scope } from '@wheelhouse/contracts';
import { type Database, RevocationFeed, systemClock } from '@wheelhouse/kit';
import { type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pruneRevocations, revoke, type Revoked } from '../src/revocations/store.ts';
import { type AuthProcess, startAuth } from './start.ts';

let auth: AuthProcess;
let module: Caller;
beforeAll(async () => {
  auth = await startAuth();
  module = await caller({ kind: 'module', sub: 'example', cid: 'example', audience: 'auth' });
});
afterAll(() => auth.stop());

const revoked = (tenantId: string, ...what: readonly Revoked[]) =>
  auth.db.tenant(tenantId, (db) => revoke(db, systemClock, ...what));
const feed = async (after?: number) => {
  const path = `/internal/v1/revocations${after === undefined ? '' : `?after=${after}`}`;
  const { status, body } = await auth.call(module, 'GET', path);
  expect(status).toBe(200);
  return body as { revocations: { seq: number; credential_id: string | null }[]; through: number };
};
const timed = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now();
  return [await work, performance.now() - began];
};

describe('the revocation feed', () => {
  let through: number;
  beforeEach(async () => {
    ({ through } = await feed());
  });

  test('answers at once what is newer', async () => {
    const credentialId = randomUUID();
    await revoked(randomUUID(), { credentialId });
    const [page, took] = await timed(feed(through));
    expect(page.revocations).toMatchObject([{ credential_id: credentialId }]);
    expect(page.through).toBe(page.revocations[0]?.seq);
    expect(took).toBeLessThan(500);
  });

  test('waits for news, and tells it to everyone who waits', async () => {
    const waiting = [1, 2, 3].map(() => timed(feed(through)));
    const credentialId = randomUUID();
    await revoked(randomUUID(), { credentialId });
    for (const [page, took] of await Promise.all(waiting)) {
      expect(page.revocations).toMatchObject([{ credential_id: credentialId }]);
      expect(took).toBeLessThan(900);
    }
  });

  test('says after about a second that there is none', async () => {
    const [page, took] = await timed(feed(through));
    expect(page).toEqual({ revocations: [], through });
    expect(took).toBeGreaterThan(800);
    expect(took).toBeLessThan(2_500);
  });

  test('tells a follower that begins what can still matter, and where to go on', async () => {
    const tenantId = randomUUID();
    await revoked(tenantId, { credentialId: randomUUID() }, { subjectId: randomUUID() }, {});
    const page = await feed();
    expect(page.revocations.slice(-3)).toMatchObject([
      { tenant_id: tenantId, subject_id: null },
      { tenant_id: tenantId, credential_id: null },
      { tenant_id: tenantId, credential_id: null, subject_id: null },
    ]);
    expect(page.through).toBe(page.revocations.at(-1)?.seq);
  });

  test('begins anew for a follower that knows more than there is', async () => {
    await revoked(randomUUID(), {});
    const page = await feed(through + 1_000_000);
    expect(page).toEqual(await feed());
  });

  test('is told in the order of the numbers, whatever order transactions began in', async () => {
    const first = Promise.withResolvers<void>();
    const slow = auth.db.tenant(randomUUID(), async (db) => {
      await db.query('SELECT 1');
      await first.promise;
      await revoke(db, systemClock, {});
    });
    await revoked(randomUUID(), {});
    const seen = await feed(through);
    first.resolve();
    await slow;
    const next = await feed(seen.through);
    expect(next.revocations).toHaveLength(1);
  });

  test('is not there for callers', async () => {
    const person = await caller();
    expect((await auth.call(person, 'GET', '/internal/v1/revocations')).status).toBe(404);
    expect((await auth.call(undefined, 'GET', '/internal/v1/revocations')).status).toBe(401);
  });
});

describe('what was revoked', () => {
  const tokens = '/api/v1/tokens';
  const status = async (who: Caller) => (await auth.call(who, 'GET', tokens)).status;
  const refused = (who: Caller) => eventually(async () => expect(await status(who)).toBe(401), 2_000);

  test('is refused: a credential, all of a subject, all of a tenant, and nothing else', async () => {
    const tenant = randomUUID();
    const [cid, sub] = [randomUUID(), randomUUID()];
    const { through: rev } = await feed();
    const first = await caller({ tenant, sub, cid, rev });
    const second = await caller({ tenant, sub, rev });
    const third = await caller({ tenant, rev });
    const stranger = await caller({ rev });
    await revoked(tenant, { credentialId: cid });
    await refused(first);
    expect(await status(second)).toBe(200);
    await revoked(tenant, { subjectId: sub });
    await refused(second);
    expect(await status(third)).toBe(200);
    await revoked(tenant, {});
    await refused(third);
    expect(await status(stranger)).toBe(200);
    const { body } = await auth.call(third, 'GET', tokens);
    expect(body.error.code).toBe('token_revoked');
  });

  test('does not refuse what was issued later', async () => {
    const tenant = randomUUID();
    await revoked(tenant, {});
    const { through: rev } = await feed();
    expect(await status(await caller({ tenant, rev }))).toBe(200);
  });

  test('is forgotten when nothing can be old enough for it, all but the last', async () => {
    const database: Database = auth.db;
    await revoked(randomUUID(), {}, {});
    const { through } = await feed();
    await database.system((db) => pruneRevocations(db, new Date(Date.now() + 60_000)));
    expect((await feed()).revocations.map(({ seq }) => seq)).toEqual([through]);
  });
});

test('a follower that never heard of auth refuses long-lived tokens, and only those', () => {
  const feedOfModule = new RevocationFeed();
  const principal = {
    kind: 'service',
    id: randomUUID(),
    tenantId: randomUUID(),
    cell: 'default',
    credentialId: randomUUID(),
    scopes: new Set<Scope>(),
    purpose: undefined,
    clusterIds: undefined,
    cloudspaceIds: undefined,
    revocationsSeen: 0,
    longLived: true,
  } as const;
  expect(() => feedOfModule.check(principal)).toThrow('cannot be checked right now');
  expect(() => feedOfModule.check({ ...principal, longLived: false })).not.toThrow();
  feedOfModule.take([]);
  expect(() => feedOfModule.check(principal)).not.toThrow();
});
