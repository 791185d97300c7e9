import { randomUUID } from 'node:crypto';
import type { Scope } from '@wheelhouse/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeLog, type ModuleAnswer, type Principal, RevocationFeed, type RevocationPage } from '../src/index.ts';
import { followRevocations } from '../src/http/follow-revocations.ts';

const minute = 60_000;
const principal = (more: Partial<Principal> = {}): Principal => ({
  kind: 'service',
  id: randomUUID(),
  tenantId: randomUUID(),
  cell: 'default',
  credentialId: randomUUID(),
  scopes: new Set<Scope>(),
  purpose: undefined,
  clusterIds: undefined,
  cloudspaceIds: undefined,
  revocationsSeen: 5,
  longLived: true,
  ...more,
});
const entry = (seq: number, more: object = {}) => ({
  seq,
  tenant_id: randomUUID(),
  credential_id: null,
  subject_id: randomUUID(),
  ...more,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a revocation refuses what was issued before it, and not what knows of it', () => {
  const feed = new RevocationFeed();
  const who = principal();
  feed.take([entry(6, { subject_id: who.id })]);
  expect(feed.isRevoked(who)).toBe(true);
  expect(feed.isRevoked({ ...who, revocationsSeen: 6 })).toBe(false);
  expect(feed.isRevoked(principal())).toBe(false);
});

test('a revocation is forgotten when no token is old enough for it, also when no other comes', () => {
  const feed = new RevocationFeed();
  const who = principal({ revocationsSeen: 0 });
  feed.take([entry(6, { credential_id: who.credentialId })]);
  vi.advanceTimersByTime(19 * minute);
  feed.take([]);
  expect(feed.isRevoked(who)).toBe(true);
  vi.advanceTimersByTime(2 * minute);
  feed.take([]);
  expect(feed.isRevoked(who)).toBe(false);
});

test('a revocation heard of again is remembered from then on', () => {
  const feed = new RevocationFeed();
  const [who, other] = [principal(), principal()];
  feed.take([entry(6, { subject_id: who.id }), entry(7, { subject_id: other.id })]);
  vi.advanceTimersByTime(15 * minute);
  feed.take([entry(8, { subject_id: who.id })]);
  vi.advanceTimersByTime(10 * minute);
  feed.take([]);
  expect([feed.isRevoked(who), feed.isRevoked(other)]).toEqual([true, false]);
});

test('a token that lives long is not believed when auth has been silent for five seconds', () => {
  const feed = new RevocationFeed();
  feed.take([]);
  vi.advanceTimersByTime(4_900);
  expect(() => feed.check(principal())).not.toThrow();
  vi.advanceTimersByTime(200);
  expect(() => feed.check(principal())).toThrow('cannot be checked right now');
  expect(() => feed.check(principal({ longLived: false }))).not.toThrow();
});

test('a follower goes on where it was, and over answers that are none', async () => {
  const feed = new RevocationFeed();
  const who = principal();
  const stop = new AbortController();
  const paths: string[] = [];
  const answers: ModuleAnswer[] = [
    { status: 200, body: { revocations: [], through: 5 } satisfies RevocationPage },
    { status: 503, body: {} },
    { status: 200, body: { revocations: [entry(6, { subject_id: who.id })], through: 6 } satisfies RevocationPage },
  ];
  const call = async (_module: string, { path }: { readonly path: string }) => {
    paths.push(path);
    const answer = answers.shift();
    if (answer !== undefined) return answer;
    stop.abort();
    throw new Error('over');
  };
  await followRevocations(feed, call, makeLog({ level: 'fatal' }), stop.signal);
  const url = '/internal/v1/revocations';
  expect(paths).toEqual([url, `${url}?after=5`, `${url}?after=5`, `${url}?after=6`]);
  expect(feed.isRevoked(who)).toBe(true);
  await feed.begun(1_000);
});
