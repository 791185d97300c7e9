import { createServer } from 'node:net';
import { once } from 'node:events';
import {
  type Caller,
  caller,
  type ClusterRelay,
  freePort,
  type Kube,
  type MovableClock,
  openKube,
  relayBefore,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NeededRight, neededRights } from '../src/clusters/needed-rights.ts';
import { aheadClock, clusters, type PlatformHouse, startPlatform } from './house.ts';

/** Clusters that are there: the real ones, and what may happen to them. */
const patienceMs = 30_000;
const ofMonitor = neededRights.filter(({ needed_by }) => needed_by === 'k8s-monitor');

let house: PlatformHouse;
let clock: MovableClock;
let kube: Kube;
let kube2: Kube;
let anna: Caller;
let relays: ClusterRelay[];

beforeAll(async () => {
  clock = aheadClock();
  house = await startPlatform({ clock });
  kube = openKube();
  kube2 = openKube('KUBE2_KUBECONFIG');
  relays = [];
});
afterAll(async () => {
  await house.stop();
  for (const relay of relays) await relay.close();
  await kube.close();
  await kube2.close();
});

const newTenant = async () => {
  anna = await caller({}, clock);
  return anna;
};
const authority = () => kube.access.certificateAuthority ?? '';
const registered = async (who: Caller, body: object): Promise<string> => {
  const { status, body: made } = await house.register(who, body);
  expect([status, made.error?.message]).toEqual([201, undefined]);
  return made.id;
};
/** What there is at the API server, but is no part of its API: only an admin may know that. */
const elsewhere = () => `${kube.access.server}/no/such/path`;
const nothing = { server: undefined, certificate_authority: undefined, token: undefined };
const refusedRights = (shown: readonly (NeededRight & { readonly allowed: boolean | null })[]) =>
  shown
    .filter(({ needed_by, allowed }) => needed_by !== 'platform' && allowed !== true)
    .map(({ group, resource, verb }) => `${group}/${resource} ${verb}`);

describe('a cluster that answers', () => {
  test('becomes Ready by its kubeconfig, with its version and every right of an admin', async () => {
    const who = await newTenant();
    const id = await registered(who, { name: 'kube', kubeconfig: kube.kubeconfig });
    const found = await house.becomes(who, id, { phase: 'Ready', reason: 'ready', server: kube.access.server });
    expect(found.version).toMatch(/^v1\.\d+\.\d+/);
    expect(refusedRights(found.rights)).toEqual([]);
    expect(found.credential.kind).toBe('client_certificate');
    expect(Date.parse(found.credential.expires_at)).toBeGreaterThan(clock.now().getTime());
    expect(clock.now().getTime() - Date.parse(found.last_seen_at)).toBeLessThan(15_000);
    expect(await house.events('cluster.phase_changed', id)).toMatchObject([
      { from: null, to: 'Pending' },
      { from: 'Pending', to: 'Ready', reason: 'ready' },
    ]);
  });

  test('becomes Ready by server and token, with the rights of that service account', async () => {
    const who = await newTenant();
    const { token } = await kube.serviceAccount(ofMonitor);
    const id = await registered(who, {
      name: 'kube',
      server: kube.access.server,
      certificate_authority: authority(),
      token,
    });
    const found = await house.becomes(who, id, { phase: 'Ready' });
    expect(refusedRights(found.rights)).toEqual([
      '/pods delete',
      '/pods/eviction create',
      '/nodes patch',
      'apps/deployments patch',
      'apps/deployments update',
    ]);
    expect(found.credential.kind).toBe('token');
    expect(Date.parse(found.credential.expires_at) - clock.now().getTime()).toBeLessThan(3_600_000);
  });

  test('is Degraded while its credentials may not watch workloads, and Ready within seconds once they may', async () => {
    const who = await newTenant();
    const account = await kube.serviceAccount(ofMonitor.filter(({ group }) => group !== 'apps' && group !== 'policy'));
    const access = { server: kube.access.server, certificate_authority: authority(), token: account.token };
    const id = await registered(who, { name: 'partly', ...access });
    const { message } = await house.becomes(who, id, { phase: 'Degraded', reason: 'rights_missing' });
    expect(message).toContain('get, list, and watch deployments (apps)');
    expect(message).not.toContain('poddisruptionbudgets');
    await account.setRights(ofMonitor);
    const began = performance.now();
    const found = await house.becomes(who, id, { phase: 'Ready' });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(refusedRights(found.rights)).toContain('policy/poddisruptionbudgets watch');
    clock.advance(10 * 60_000);
    await house.becomes(who, id, {
      rights: expect.not.arrayContaining([expect.objectContaining({ group: 'policy', allowed: false })]),
    });
    const { body } = await house.call(who, 'GET', `${clusters}?phase=Ready`);
    expect(body.total).toBe(1);
  });

  test('keeps its phase while it gets new credentials, which are tried at once', async () => {
    const who = await newTenant();
    const id = await registered(who, { name: 'kube', kubeconfig: kube.kubeconfig });
    await house.becomes(who, id, { phase: 'Ready' });
    const { token } = await kube2.serviceAccount(ofMonitor);
    const path = `${clusters}/${id}`;
    const body = { server: kube2.access.server, certificate_authority: kube2.access.certificateAuthority, token };
    const changed = await house.call(who, 'PATCH', path, { body });
    expect(changed.body).toMatchObject({ phase: 'Ready', server: kube2.access.server, credential: { kind: 'token' } });
    expect(new Set(changed.body.rights.map(({ allowed }: { allowed: unknown }) => allowed))).toEqual(new Set([null]));
    const found = await house.becomes(who, id, {
      rights: expect.arrayContaining([expect.objectContaining({ allowed: true })]),
    });
    expect(found.phase).toBe('Ready');
    expect((await house.events('cluster.phase_changed', id)).length).toBe(2);
  });
});

describe('a cluster that does not let us in', () => {
  test.each([
    ['whose token is wrong', 'unauthorized', () => ({ token: 'wrong' })],
    [
      'whose authority is that of another',
      'tls_failed',
      () => ({ certificate_authority: kube2.access.certificateAuthority }),
    ],
    ['with a certificate that nobody here knows', 'tls_failed', () => ({ certificate_authority: undefined })],
    [
      'at a port where nothing listens',
      'connection_refused',
      async () => ({ server: `https://127.0.0.1:${await freePort()}` }),
    ],
    ['whose name leads nowhere', 'name_not_found', () => ({ server: 'https://no-such-cluster.invalid:6443' })],
    ['that refuses to say anything', 'forbidden', () => ({ server: elsewhere() })],
    [
      'whose address is that of something else',
      'not_kubernetes',
      () => ({ ...nothing, kubeconfig: kube.kubeconfig.replace(kube.access.server, elsewhere()) }),
    ],
  ])('%s says so at once and is Unreachable after 30 s: %s', async (_what, reason, wrong) => {
    const who = await newTenant();
    const { token } = await kube.serviceAccount(ofMonitor);
    const right = { server: kube.access.server, certificate_authority: authority(), token };
    const id = await registered(who, { name: 'closed', ...right, ...(await wrong()) });
    const pending = await house.becomes(who, id, { phase: 'Pending', reason });
    expect(pending.message.length).toBeGreaterThan(40);
    clock.advance(patienceMs);
    await house.becomes(who, id, { phase: 'Unreachable', reason, last_seen_at: null });
    expect(await house.events('cluster.phase_changed', id)).toMatchObject([
      { to: 'Pending' },
      { from: 'Pending', to: 'Unreachable', reason },
    ]);
  });

  test('is Ready again once the right credentials are given', async () => {
    const who = await newTenant();
    const { token } = await kube.serviceAccount(ofMonitor);
    const right = { server: kube.access.server, certificate_authority: authority(), token };
    const id = await registered(who, { name: 'mended', ...right, token: 'wrong' });
    await house.becomes(who, id, { reason: 'unauthorized' });
    clock.advance(patienceMs);
    await house.becomes(who, id, { phase: 'Unreachable' });
    expect((await house.call(who, 'PATCH', `${clusters}/${id}`, { body: right })).body.phase).toBe('Unreachable');
    await house.becomes(who, id, { phase: 'Ready' });
  });

  test('and hangs holds up nobody, however many there are', async () => {
    const silent = createServer((socket) => socket.on('error', () => socket.destroy()));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { readonly port: number };
    const many = await newTenant();
    const server = `https://127.0.0.1:${port}`;
    const hanging = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        registered(many, { name: `hangs-${index}`, server, token: 'never-shown' }),
      ),
    );
    const who = await newTenant();
    const began = performance.now();
    const id = await registered(who, { name: 'answers', kubeconfig: kube.kubeconfig });
    await house.becomes(who, id, { phase: 'Ready' });
    expect(performance.now() - began).toBeLessThan(10_000);
    await house.becomes(many, hanging[0] ?? '', { reason: 'timeout' });
    for (const one of hanging) await house.call(many, 'DELETE', `${clusters}/${one}`);
    silent.close();
  });
});

describe('an API server that goes away', () => {
  test('makes its cluster Unreachable within its time, and Ready when it is back', async () => {
    const who = await newTenant();
    const relay = await relayBefore(kube.access);
    relays.push(relay);
    const { token } = await kube.serviceAccount(ofMonitor);
    const id = await registered(who, {
      name: 'relayed',
      server: relay.access.server,
      certificate_authority: authority(),
      token,
    });
    const { last_seen_at: seen } = await house.becomes(who, id, { phase: 'Ready' });
    await relay.close();
    const gone = performance.now();
    const lost = await house.becomes(who, id, { phase: 'Unreachable', reason: 'connection_refused' }, 60_000);
    const lostAfter = (performance.now() - gone) / 1000;
    expect(lostAfter).toBeLessThan(46);
    expect(Date.parse(lost.last_seen_at)).toBeGreaterThanOrEqual(Date.parse(seen));
    await relay.reopen();
    const returned = performance.now();
    await house.becomes(who, id, { phase: 'Ready' });
    const backAfter = (performance.now() - returned) / 1000;
    expect(backAfter).toBeLessThan(10);
    const events = await house.events('cluster.phase_changed', id);
    expect(events.map(({ from, to }) => [from, to])).toEqual([
      [null, 'Pending'],
      ['Pending', 'Ready'],
      ['Ready', 'Unreachable'],
      ['Unreachable', 'Ready'],
    ]);
  });
});
