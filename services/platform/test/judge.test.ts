import { describe, expect, test } from 'vitest';
import { deployRightsToAsk, judgeDeploy } from '../src/clusters/deploy-judge.ts';
import { deployMessageOf } from '../src/clusters/deploy-reasons.ts';
import { judge as judgeWithin } from '../src/clusters/judge.ts';
import { untilNextMs } from '../src/clusters/next-probe.ts';
import { platformRights, registeredRights } from '../src/clusters/needed-rights.ts';
import type { Probed } from '../src/clusters/probe.ts';
import { inWords, nameOfRight, rightsToAsk } from '../src/clusters/rights.ts';
import { clusterPhases, nextPhase } from '../src/clusters/state.ts';
import type { ClusterRow } from '../src/clusters/store.ts';

const registered = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(registered.getTime() + seconds * 1000);
const all = Object.fromEntries(registeredRights.map((right) => [nameOfRight(right), true]));
const row: ClusterRow = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'one',
  description: '',
  server: 'https://cluster.example.test',
  credentials: '',
  credential_kind: 'token',
  credential_expires_at: null,
  generation: 1,
  phase: 'Pending',
  reason: 'not_contacted',
  message: '',
  last_seen_at: null,
  version: null,
  rights: {},
  rights_checked_at: null,
  watch_fault: null,
  deploy_server: null,
  deploy_credentials: null,
  deploy_credential_kind: null,
  deploy_credential_expires_at: null,
  deploy_reason: 'not_checked',
  deploy_known: null,
  deploy_rights: {},
  deploy_asked_at: null,
  deploy_checked_at: null,
  created_at: registered,
  updated_at: registered,
};
const reached = (rights = all): Probed => ({ reached: true, version: 'v1.36.4', rights });
const refused: Probed = { reached: false, reason: 'connection_refused' };
const judge = (seen: ClusterRow, probed: Probed, now: Date) => judgeWithin(seen, probed, now, 30_000);
const ready = judge(row, reached(), after(1));

describe('a look at a cluster', () => {
  test('that answers with every right makes it Ready', () => {
    expect(ready).toMatchObject({ phase: 'Ready', reason: 'ready', version: 'v1.36.4', last_seen_at: after(1) });
  });

  test('without an essential right makes it Degraded and names it; others may be missing', () => {
    const without = (...names: readonly string[]) => ({
      ...all,
      ...Object.fromEntries(names.map((name) => [name, false])),
    });
    const found = judge(row, reached(without('/pods list', '/pods watch', 'apps/daemonsets watch')), after(1));
    expect(found).toMatchObject({ phase: 'Degraded', reason: 'rights_missing', last_seen_at: after(1) });
    expect(found.message).toContain('list and watch pods; watch daemonsets (apps)');
    expect(judge(row, reached(without('/events list', '/nodes patch')), after(1)).phase).toBe('Ready');
  });

  test('that is too large to be watched makes it Degraded until that has changed', () => {
    const fault = 'Too large to be watched. The cluster has more than 10 objects.';
    const found = judge({ ...ready, watch_fault: fault }, reached(), after(2));
    expect(found).toMatchObject({ phase: 'Degraded', reason: 'too_large', last_seen_at: after(2) });
    expect(found.message).toContain('more than 10 objects');
    expect(judge({ ...found, watch_fault: null }, reached(), after(3)).phase).toBe('Ready');
  });

  test.each([
    [10, 5],
    [600, 30],
    [3_600, 180],
    [86_400, 300],
  ])('is due again, after %i s of silence, in %i s', (silent, seconds) => {
    const unreachable = { ...ready, phase: 'Unreachable' as const };
    expect(untilNextMs(unreachable, false, after(1 + silent))).toBe(seconds * 1_000);
    expect(untilNextMs(ready, true, after(1 + silent))).toBe(15_000);
  });

  test('that fails tells why at once, and makes a new cluster Unreachable after 30 s', () => {
    expect(judge(row, refused, after(29.9))).toMatchObject({ phase: 'Pending', reason: 'connection_refused' });
    expect(judge(row, refused, after(30))).toMatchObject({ phase: 'Unreachable', reason: 'connection_refused' });
    // As long as the operator says; one that was seen before gets no more patience by it.
    expect(judgeWithin(row, refused, after(899), 900_000).phase).toBe('Pending');
    expect(judgeWithin(ready, refused, after(31), 900_000).phase).toBe('Unreachable');
  });

  test('that fails leaves one that was there as it is for 30 s after it was seen', () => {
    expect(judge(ready, refused, after(30.9))).toEqual(ready);
    expect(judge(ready, refused, after(31))).toMatchObject({
      phase: 'Unreachable',
      last_seen_at: after(1),
      version: 'v1.36.4',
    });
  });

  test('says of refused credentials that they have expired, when they have', () => {
    const expired = { ...row, credential_expires_at: after(-5) };
    const { message } = judge(expired, { reached: false, reason: 'unauthorized' }, after(1));
    expect(message).toContain(`expired on ${after(-5).toISOString()}`);
    expect(
      judge({ ...row, credential_expires_at: after(90) }, { reached: false, reason: 'unauthorized' }, after(1)).message,
    ).toContain('does not accept the credentials');
  });
});

describe('a look at a cluster with the credentials for deploying', () => {
  const every = Object.fromEntries(platformRights.map((right) => [nameOfRight(right), true]));
  const own: ClusterRow = {
    ...ready,
    deploy_server: 'https://x',
    deploy_credentials: '',
    deploy_credential_kind: 'token',
  };
  const lost: Probed = { reached: false, reason: 'connection_lost', known: 'It broke off.' };
  const deployable = judgeDeploy(own, reached(every), after(1));
  const message = ({ deploy_reason, deploy_known }: ClusterRow) => deployMessageOf(deploy_reason, deploy_known);

  test('that has every right makes it deployable, and says nothing of its phase', () => {
    expect(deployable).toEqual({
      ...own,
      deploy_reason: 'ready',
      deploy_rights: every,
      deploy_asked_at: after(1),
      deploy_checked_at: after(1),
    });
  });

  test('that lacks some names them; that has none but to read says so', () => {
    const found = judgeDeploy(own, reached({ ...every, '/namespaces create': false }), after(1));
    expect([found.phase, found.deploy_reason]).toEqual(['Ready', 'rights_missing']);
    expect(message(found)).toContain('not allowed to create namespaces.');
    const bind = 'rbac.authorization.k8s.io/clusterroles bind wheelhouse-cloudspace';
    expect(message(judgeDeploy(own, reached({ ...every, [bind]: false }), after(1)))).toContain(
      'bind clusterroles wheelhouse-cloudspace (rbac.authorization.k8s.io)',
    );
    expect(message(judgeDeploy(own, reached({}), after(1)))).toContain('only allow this cluster to be watched');
  });

  test.each([
    ['v1.29.4-eks-036c24b', 'version_too_old'],
    ['v1.30.0', 'ready'],
    ['v1.36.4+k3s1', 'ready'],
    ['v2.1.0', 'ready'],
    ['unknown', 'ready'],
  ])('of version %s is %s', (version, reason) => {
    expect(judgeDeploy(own, { reached: true, version, rights: every }, after(1)).deploy_reason).toBe(reason);
  });

  test('that does not get through once is no news, twice is; what is refused counts at once', () => {
    const once = judgeDeploy(deployable, lost, after(61));
    expect(once.deploy_reason).toBe('ready');
    expect(deployRightsToAsk(once, after(66))).toEqual(platformRights);
    expect(message(judgeDeploy(once, lost, after(66)))).toMatch(/^It broke off\. /);
    expect(judgeDeploy(once, reached(every), after(66)).deploy_checked_at).toEqual(after(66));
    const refusal: Probed = { reached: false, reason: 'unauthorized' };
    expect(message(judgeDeploy(deployable, refusal, after(61)))).toContain('`deploy_access`');
    const over = { ...deployable, deploy_credential_expires_at: after(60) };
    expect(message(judgeDeploy(over, refusal, after(61)))).toContain(`expired on ${after(60).toISOString()}`);
  });

  test('that are the registered ones follows the phase', () => {
    const shared = judgeDeploy(ready, reached(every), after(1));
    expect(judgeDeploy(shared, lost, after(5)).deploy_reason).toBe('ready');
    const gone = judgeDeploy({ ...shared, phase: 'Unreachable' }, lost, after(40));
    expect([gone.deploy_reason, gone.deploy_asked_at]).toEqual(['connection_lost', null]);
  });

  test('asks for all when nothing is known and every ten minutes, for what is missing once a minute', () => {
    expect(deployRightsToAsk(row, after(0))).toEqual(platformRights);
    expect(deployRightsToAsk(deployable, after(600))).toBeUndefined();
    expect(deployRightsToAsk(deployable, after(601))).toEqual(platformRights);
    const partly = judgeDeploy(own, reached({ ...every, '/namespaces create': false }), after(1));
    expect(deployRightsToAsk(partly, after(60))).toBeUndefined();
    expect(deployRightsToAsk(partly, after(61))?.map(nameOfRight)).toEqual(['/namespaces create']);
    const again = judgeDeploy(partly, reached({ '/namespaces create': true }), after(61));
    expect([again.deploy_reason, again.deploy_checked_at]).toEqual(['ready', after(1)]);
    expect(deployRightsToAsk({ ...deployable, phase: 'Unreachable' }, after(61))).toEqual(platformRights);
  });
});

describe('rights', () => {
  test('are all asked when nothing is known and every ten minutes, each once', () => {
    const names = rightsToAsk({}, null, after(0)).map(nameOfRight);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names)).toEqual(new Set(registeredRights.map(nameOfRight)));
    expect(rightsToAsk(all, after(0), after(599))).toEqual([]);
    expect(rightsToAsk(all, after(0), after(600)).length).toBe(names.length);
  });

  test('that make it Degraded are asked every time', () => {
    const known = { ...all, '/pods list': false, '/events list': false };
    expect(rightsToAsk(known, after(0), after(5)).map(nameOfRight)).toEqual(['/pods list']);
  });

  test('are told in words', () => {
    expect(inWords([{ group: '', resource: 'pods/eviction', verb: 'create' }])).toBe('create pods/eviction');
  });
});

describe('phases', () => {
  test.each(clusterPhases)('%s leads to each other, and none back to Pending', (from) => {
    const others = clusterPhases.filter((phase) => phase !== 'Pending');
    expect(others.map((to) => nextPhase(from, to))).toEqual(others);
    expect(nextPhase('Pending', 'Pending')).toBe('Pending');
  });

  test.each(clusterPhases.slice(1))('%s does not become Pending again', (from) => {
    expect(() => nextPhase(from, 'Pending')).toThrow(`is ${from}: cannot Pending`);
  });
});
