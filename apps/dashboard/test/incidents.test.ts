import { describe, expect, test } from 'vitest';
import type { Cluster } from '../src/api/clusters.ts';
import { scopeWords } from '../src/design/incident-words.ts';
import { coveredBy } from '../src/needs/covered.ts';
import type { Act } from '../src/needs/need.ts';
import { incidentNeeds } from '../src/needs/sources/incident-needs.ts';
import { undecided } from '../src/pages/incident/proposals.ts';
import { bodyOf, namesIn, newDraft, scopeFault, type WindowDraft } from '../src/pages/windows/draft.ts';
import { cluster, clusterId } from './pages/fixtures.ts';
import { entry, incident, minutesAgo } from './pages/incident-fixtures.ts';

const byId: ReadonlyMap<string, Cluster> = new Map([[clusterId, cluster()]]);
const acknowledge = (): Act => ({
  words: 'Acknowledge',
  scope: 'actions',
  run: () => Promise.resolve(),
  outdates: [],
  said: '',
  failed: '',
});
const checkout = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };

describe('what waits for somebody', () => {
  test('the worst incident comes first, and of these the oldest', () => {
    const needs = incidentNeeds(
      [
        incident({ id: 'a', number: 1, severity: 'medium', started_at: minutesAgo(600) }),
        incident({ id: 'b', number: 2, severity: 'critical', started_at: minutesAgo(1) }),
        incident({ id: 'c', number: 3, severity: 'critical', started_at: minutesAgo(30) }),
      ],
      byId,
      acknowledge,
    );
    expect(needs.map(({ key }) => key)).toEqual(['incident c', 'incident b', 'incident a']);
    expect(needs[0]?.act?.words).toBe('Acknowledge');
  });

  test('more than a few are one line, which offers no verb', () => {
    const many = Array.from({ length: 8 }, (_, index) => incident({ id: String(index), number: index + 1 }));
    const needs = incidentNeeds(many, byId, acknowledge);
    expect(needs).toHaveLength(6);
    expect(needs.at(-1)?.what).toBe('3 more incidents are not acknowledged');
    expect(needs.at(-1)?.act).toBeUndefined();
  });

  test('an issue of the object of an incident, or of one that it affects, is told with the incident', () => {
    const covered = coveredBy([incident({ affected: [{ kind: 'Deployment', namespace: 'shop', name: 'cart' }] })]);
    const issueOf = (name: string, cluster_id = clusterId) => ({ cluster_id, object: { ...checkout, name } });
    expect(covered.issue(issueOf('checkout'))).toBe(true);
    expect(covered.issue(issueOf('cart'))).toBe(true);
    expect(covered.issue(issueOf('payments'))).toBe(false);
    expect(covered.issue(issueOf('checkout', 'another cluster'))).toBe(false);
  });

  test('a cluster that is an incident itself covers none of the issues in it', () => {
    const covered = coveredBy([incident({ object: { kind: 'Cluster', namespace: null, name: 'prod-eu' } })]);
    expect(covered.cluster(clusterId)).toBe(true);
    expect(covered.issue({ cluster_id: clusterId, object: checkout })).toBe(false);
  });
});

describe('what is proposed about an incident', () => {
  const about = (id: string) => ({ ref: { type: 'action', id, url: null } }) as const;
  const proposal = (minutes: number, id: string) => entry(minutes, { kind: 'proposal', ...about(id) });

  test('is what was proposed and has not ended, the newest first', () => {
    const entries = [
      proposal(9, 'done'),
      proposal(8, 'rejected'),
      proposal(7, 'waits'),
      proposal(6, 'runs'),
      entry(5, { kind: 'action', ...about('done'), data: { status: 'success' } }),
      entry(4, { kind: 'approval', ...about('rejected'), data: { status: 'rejected' } }),
      entry(3, { kind: 'approval', ...about('runs'), data: { action: 'uncordon_node' } }),
      entry(2, { kind: 'action', ...about('runs'), data: { status: 'executing' } }),
    ];
    expect(undecided(entries)).toEqual(['runs', 'waits']);
  });

  test('is named once, however often it was planned', () => {
    expect(undecided([proposal(9, 'same'), proposal(3, 'same')])).toEqual(['same']);
  });
});

describe('a maintenance window that somebody announces', () => {
  const draft = (more: Partial<WindowDraft> = {}): WindowDraft => ({
    ...newDraft(clusterId, Date.now()),
    name: ' Kernel patches ',
    ...more,
  });

  test('is about the whole cluster, from now on, for two hours', () => {
    const body = bodyOf(draft());
    expect(body).toMatchObject({ name: 'Kernel patches', cluster_id: clusterId });
    expect(Object.keys(body)).toEqual(['name', 'cluster_id', 'ends_at']);
    expect(Math.abs(Date.parse(body.ends_at) - Date.now() - 7_200_000)).toBeLessThanOrEqual(60_000);
  });

  test('names what people write one after the other', () => {
    expect(namesIn('node-1, node-2\nnode-3  node-1,')).toEqual(['node-1', 'node-2', 'node-3']);
    expect(bodyOf(draft({ scope: 'some', nodes: 'node-1 node-2' }))).toMatchObject({ nodes: ['node-1', 'node-2'] });
  });

  test('does not become one of the whole cluster because no name was written', () => {
    expect(scopeFault(draft({ scope: 'some' }))).toBeDefined();
    expect(scopeFault(draft({ scope: 'some', namespaces: 'shop' }))).toBeUndefined();
    expect(scopeFault(draft())).toBeUndefined();
  });

  test.for([
    [{ namespaces: null, nodes: null }, 'the whole cluster'],
    [{ namespaces: ['shop'], nodes: null }, 'namespace shop'],
    [{ namespaces: ['shop', 'cart'], nodes: ['node-1'] }, 'namespaces shop, cart and node node-1'],
    [{ namespaces: null, nodes: ['a', 'b', 'c', 'd'] }, '4 nodes'],
  ] as const)('says what it is about: %j', ([scope, words]) => {
    expect(scopeWords(scope)).toBe(words);
  });
});
