import { describe, expect, test } from 'vitest';
import type { Deployment } from '../src/api/apps.ts';
import { appState } from '../src/design/app-words.ts';
import { contentDiff } from '../src/pages/app/content-diff.ts';
import { changeBody, createBody, type Draft, draftOf, envFault, newDraft } from '../src/pages/app/draft.ts';
import { type Log, logWith, noLog } from '../src/logs/log-rows.ts';
import { stopsOf } from '../src/pages/app/rail-stops.ts';
import { changesOf, draftOf as cloudspaceDraft, placementOf, tolerationFault } from '../src/pages/cloudspaces/draft.ts';
import { askedFor, quotaWords } from '../src/pages/cloudspaces/quota.ts';
import { failedNeeds, heldNeeds } from '../src/needs/sources/app-needs.ts';
import { ago, app, cloudspace, content, deployment, failed, phasesOf, you } from './pages/app-fixtures.ts';

describe('the state of an app is the worst that is to be said of it', () => {
  const pinned = { revision: 7, by: you, reason: null, at: ago(10) };
  const worstFirst = [
    ['delete_failed', { state: 'delete_failed', phase: 'Failed' }],
    ['Failed', { phase: 'Failed', health: 'Degraded', pinned }],
    ['Degraded', { health: 'Degraded', pinned, phase: 'RollingOut' }],
    ['Missing', { health: 'Missing', pinned }],
    ['pinned', { pinned, phase: 'RollingOut' }],
    ['RollingOut', { phase: 'RollingOut', health: 'Unknown' }],
    ['Unknown', { health: 'Unknown' }],
    ['Live', {}],
  ] as const;
  test.each(worstFirst)('%s', (word, more) => {
    const usual = { state: 'active', phase: 'Live', health: 'Healthy', pinned: null } as const;
    expect(appState({ ...usual, ...more }).word).toBe(word);
  });
});

describe('the form of an app', () => {
  const before = draftOf(app());
  const change = (part: Partial<Draft>) => changeBody(before, { ...before, ...part });

  test('sends nothing that was not changed', () => {
    expect(change({})).toEqual({});
  });

  test('merges the environment: what is new or other by name, null for what is gone', () => {
    const env = [
      { key: 0, name: 'LOG_LEVEL', value: 'debug' },
      { key: 9, name: 'REGION', value: 'eu' },
    ];
    expect(change({ env })).toEqual({ env: { LOG_LEVEL: 'debug', REGION: 'eu', PAYMENTS_URL: null } });
  });

  test('sends a limit with its request, so that both mean what the form says', () => {
    expect(change({ memoryRequest: '512Mi' })).toEqual({
      resources: { memory_request: '512Mi', memory_limit: '512Mi' },
    });
    expect(change({ cpuLimit: '1' })).toEqual({ resources: { cpu_limit: '1' } });
  });

  test('without a port there is no path to ask at', () => {
    expect(change({ port: '' })).toEqual({ port: null, health_check: { path: null } });
  });

  test('makes words of lines, and names what would be lost', () => {
    const body = createBody(
      { name: ' web ', cloudspaceId: 'c', replicas: '2' },
      { ...newDraft, image: 'shop/web:1', args: '--fast\n--port=1' },
    );
    expect(body).toMatchObject({ name: 'web', replicas: 2, args: ['--fast', '--port=1'], command: null });
    expect(body).not.toHaveProperty('tls');
    const row = (name: string, key = 0) => ({ key, name, value: 'x' });
    expect(envFault([row('A'), row('A', 1)])).toBe('A is there twice');
    expect(envFault([row('')])).toBe('A value has no name');
    expect(envFault([row('PORT')])).toContain('set for you');
    expect(envFault([row('1A')])).toContain('do not begin with a digit');
    expect(envFault([row('A')])).toBeUndefined();
  });

  test('compares contents by the paths that the API has', () => {
    const after = content({ source: { type: 'image', image: 'x' }, port: null, args: ['a'] });
    expect(contentDiff(content(), after)).toEqual([
      { path: 'args', before: null, after: '["a"]' },
      { path: 'image', before: content().source.image, after: 'x' },
      { path: 'port', before: '8080', after: null },
    ]);
  });
});

describe('the rail', () => {
  const words = (of: Parameters<typeof stopsOf>[0]) => stopsOf(of).map(({ phase, is }) => `${phase} ${is}`);

  test('of one that runs says where it is, and what each phase took', () => {
    const phases = phasesOf(
      [
        ['Queued', 1],
        ['Syncing', 2],
      ],
      null,
    );
    const running = { phase: 'Syncing', phases, finished_at: null } as const;
    expect(words(running)).toEqual(['Queued done', 'Syncing now', 'RollingOut later', 'Verifying later', 'Live later']);
    expect(stopsOf(running)[0]?.took).toBe(1_000);
    expect(stopsOf(running)[1]?.took).toBeUndefined();
  });

  test('of one that ended says where, and what was never reached', () => {
    expect(words(failed())).toEqual([
      'Queued done',
      'Syncing done',
      'RollingOut ended here',
      'Verifying never',
      'Live never',
    ]);
    expect(words(deployment()).every((one) => one.endsWith('done'))).toBe(true);
  });
});

describe('the log', () => {
  const line = (text: string) => ({ pod: 'a-1', at: ago(1), text });
  const told = (log: Log, ...texts: readonly string[]) =>
    logWith(log, { event: 'lines', data: { lines: texts.map(line) } });

  test('has pods that join and leave as rows, and counts what was left out', () => {
    let log = logWith(noLog, { event: 'snapshot', data: { pods: [{ name: 'a-1', revision: 1, ready: true }] } });
    log = told(log, 'one');
    log = logWith(log, { event: 'pod_joined', data: { pod: 'a-2' } });
    log = logWith(log, { event: 'pod_left', data: { pod: 'a-1', reason: 'evicted' } });
    log = logWith(log, { event: 'dropped', data: { count: 7, since: ago(1) } });
    expect(log.rows.map((row) => (row.kind === 'line' ? row.text : row.words))).toEqual([
      'one',
      'Pod a-2 joined',
      'Pod a-1 left: evicted',
      '7 lines were left out: more came than can be shown',
    ]);
    expect([log.dropped, log.pods.map(({ name }) => name)]).toEqual([7, ['a-2']]);
  });

  test('forgets the oldest beyond what anybody scrolls back through, and says so', () => {
    const log = told(noLog, ...Array.from({ length: 20_010 }, (_, at) => String(at)));
    expect([log.rows.length, log.forgotten, log.rows[0]?.key]).toEqual([20_000, 10, 10]);
  });
});

describe('a CloudSpace', () => {
  test('sums what its apps ask for, times their replicas', () => {
    const asked = askedFor([
      { resources: content().resources, replicas: 3 },
      {
        resources: { cpu_request: '1.5', memory_request: '1Gi', memory_limit: '2Gi', cpu_limit: null },
        replicas: 2,
      },
    ]);
    expect(asked).toEqual({ cpu: 3_750, memory: 3 * 256 * 2 ** 20 + 2 * 2 ** 31, pods: 5 });
    expect(quotaWords({ cpu: '4', pods: 20 })).toBe('4 CPU, 20 pods');
    expect(quotaWords(null)).toBe('none');
  });

  test('writes placement as kubectl does, and reads it again', () => {
    const placement = {
      node_selector: { 'kubernetes.io/os': 'linux' },
      tolerations: [
        { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' },
        { key: 'team', operator: 'Equal', value: 'shop' },
      ],
    } as const;
    const draft = cloudspaceDraft(cloudspace({ placement }));
    expect(draft.tolerations).toBe('gpu:NoSchedule\nteam=shop');
    expect(placementOf(draft)).toEqual(placement);
    expect(tolerationFault({ tolerations: 'gpu:Never' })).toContain('the effect is one of');
  });

  test('sends only what was changed: placement is for administrators', () => {
    const before = cloudspaceDraft(cloudspace());
    expect(changesOf(before, { ...before, cpu: '' })).toEqual({ quota: { memory: '8Gi', pods: 20 } });
    expect(changesOf(before, before)).toEqual({});
  });
});

describe('what needs somebody', () => {
  const none = new Map();

  test('failed deployments, the rest of many in one line', () => {
    const apps = Array.from({ length: 8 }, (_, at) => app({ id: `a${at}`, deployment: failed() }));
    const needs = failedNeeds(apps, 12, none);
    expect(needs).toHaveLength(6);
    expect(needs.at(-1)?.what).toBe('7 more deployments have failed');
    expect(needs[0]?.next).toContain('exit code 1');
    expect(failedNeeds([app({ deployment: failed(), state: 'deleting' })], 1, none)).toEqual([]);
  });

  test('what could not be deleted, was rolled back today, or is pinned for more than a week', () => {
    const pin = (days: number) => ({ revision: 7, by: you, reason: null, at: ago(days * 86_400) });
    const back = (more: Partial<Deployment>) =>
      deployment({ trigger: 'rollback', actor: null, of_revision: 7, is_current: true, ...more });
    const needs = heldNeeds(
      {
        undeleted: [app({ id: '1', state: 'delete_failed', state_message: 'Service x stays.' })],
        putBack: [
          back({ app_id: '2', finished_at: ago(3_600) }),
          back({ app_id: '3', finished_at: ago(200_000) }),
          back({ app_id: '7', finished_at: ago(60), actor: you }),
          back({ app_id: '8', finished_at: ago(60), is_current: false }),
        ],
        pinned: [app({ id: '4', pinned: pin(8) }), app({ id: '5', pinned: pin(6) })],
      },
      none,
      Date.now(),
    );
    expect(needs.map(({ key }) => key)).toEqual(['delete 1', 'put back 2', 'pin 4']);
  });
});
