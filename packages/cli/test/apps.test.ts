import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describedIn } from '../src/groups/apps/app-file.ts';
import { type App, type Deployment, stateOf } from '../src/groups/apps/app.ts';
import { changeOf, leftOut } from '../src/groups/apps/change-of.ts';
import { logEvent } from '../src/logs/log-events.ts';
import { former } from '../src/groups/apps/rollback.ts';
import { diffFacts, podFacts } from '../src/groups/apps/tell-deployment.ts';

const app = {
  name: 'web',
  cloudspace_name: 'shop',
  source: { type: 'image', image: 'shop/web:1' },
  port: 8080,
  resources: { cpu_request: '100m', memory_request: '256Mi', memory_limit: '256Mi', cpu_limit: null },
  env: { LOG_LEVEL: 'info', OLD: 'yes' },
  replicas: 3,
  state: 'active',
  phase: 'Live',
  health: 'Healthy',
  pinned: null,
} as unknown as App;

describe('what differs', () => {
  const wanted = { name: 'web', cloudspace: 'shop', replicas: undefined, env: undefined, fields: {}, flags: {} };

  test('is nothing where all that is mentioned is so already', () => {
    const fields = { source: { type: 'image', image: 'shop/web:1' }, resources: { cpu_request: '100m' } };
    expect(changeOf(app, { ...wanted, fields, flags: { LOG_LEVEL: 'info', GONE: null } })).toEqual({});
  });

  test('is sent as it was written, also what the API does not know', () => {
    const fields = { port: 9090, resources: { cpu_request: '200m' }, prot: 1 };
    expect(changeOf(app, { ...wanted, fields })).toEqual(fields);
  });

  test('of variables is by name; a file has all of them, and whoever uses it is told what goes', () => {
    expect(changeOf(app, { ...wanted, flags: { OLD: null, NEW: 'a=b' } })).toEqual({ env: { OLD: null, NEW: 'a=b' } });
    const filed = { ...wanted, env: { LOG_LEVEL: 'debug' }, replicas: 5 };
    expect(changeOf(app, filed)).toEqual({ env: { LOG_LEVEL: 'debug', OLD: null } });
    expect(leftOut(app, filed)).toEqual([
      'removed, since the file does not have it: env OLD',
      'replicas stays 3: a deployment does not change it; wheelhouse apps scale shop/web 5 does',
    ]);
    expect(changeOf(app, { ...filed, flags: { OLD: 'yes' } })).toEqual({ env: { LOG_LEVEL: 'debug' } });
    expect(leftOut(app, { ...filed, flags: { OLD: 'yes' }, replicas: 3 })).toEqual([]);
  });
});

describe('a file', () => {
  const inFile = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'app-file-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'app.yaml'), text);
    return describedIn(join(folder, 'app.yaml'));
  };

  test.each([
    ['YAML', 'name: web\ncloudspace: shop\nimage: shop/web:1\nport: 8080\nenv: { A: b }\nreplicas: 2\n'],
    [
      'JSON',
      '{"name":"web","cloudspace":"shop","source":{"type":"image","image":"shop/web:1"},"port":8080,"env":{"A":"b"},"replicas":2}',
    ],
  ])('is %s', async (_form, text) => {
    expect(await inFile(text)).toEqual({
      name: 'web',
      cloudspace: 'shop',
      replicas: 2,
      env: { A: 'b' },
      fields: { source: { type: 'image', image: 'shop/web:1' }, port: 8080 },
    });
  });

  test.each([
    ['- web', 'does not describe an app'],
    ['name: [', 'is neither YAML nor JSON'],
    ['name: 5', 'name in'],
    ['env: [A]', 'must be a map'],
  ])('%j is refused', async (text, said) => {
    await expect(inFile(text)).rejects.toThrow(said);
  });
});

describe('the revision to put back', () => {
  const one = (revision: number, phase: Deployment['phase'], of_revision: number | null = null) =>
    ({ revision, phase, of_revision, can_rollback: phase === 'Live' }) as Deployment;

  test.each([
    ['the one before the one that runs', [one(3, 'Live'), one(2, 'Failed'), one(1, 'Live')], 1],
    ['what runs, if the newest failed', [one(3, 'Failed'), one(2, 'Live'), one(1, 'Live')], 2],
    ['what runs, while another is deployed', [one(3, 'RollingOut'), one(2, 'Live'), one(1, 'Live')], 2],
    [
      'before what was put back after a failure',
      [one(4, 'Live', 2), one(3, 'RolledBack'), one(2, 'Live'), one(1, 'Live')],
      1,
    ],
    ['none, if the first one was put back', [one(3, 'Live', 1), one(2, 'Live'), one(1, 'Live')], undefined],
    ['none of none', [], undefined],
  ])('is %s', (_which, history, expected) => expect(former(history)?.revision).toBe(expected));
});

describe('the state of an app is the worst that is to be said', () => {
  const pinned = { revision: 1 } as App['pinned'];
  test.each([
    [{ state: 'delete_failed', phase: 'Failed' }, 'delete_failed'],
    [{ state: 'deleting' }, 'deleting'],
    [{ phase: 'Failed', health: 'Degraded', pinned }, 'Failed'],
    [{ health: 'Degraded', pinned }, 'Degraded'],
    [{ health: 'Missing' }, 'Missing'],
    [{ phase: 'RollingOut', pinned }, 'pinned'],
    [{ phase: 'RollingOut', health: 'Progressing' }, 'RollingOut'],
    [{ health: 'Unknown' }, 'Unknown'],
    [{ phase: 'Canceled' }, 'Canceled'],
    [{}, 'Live'],
  ] as const)('%j is %s', (more, word) => expect(stateOf({ ...app, ...more }).word).toBe(word));
});

test('a pod that failed is told with its last words', () => {
  const pod = {
    name: 'web-1',
    reason: 'CrashLoopBackOff',
    message: 'back-off 20s',
    restarts: 3,
    exit_code: 1,
    log_tail: ['listening', 'crashed'],
  };
  expect(podFacts(pod)).toEqual([
    ['pod', 'web-1: CrashLoopBackOff, exit code 1, 3 restarts', 'red'],
    ['pod', '  back-off 20s'],
    ['last words', 'of web-1:', 'bold'],
    ['last words', '  listening'],
    ['last words', '  crashed'],
  ]);
});

test('what a revision changes; the first one asks for all', () => {
  const diff = [{ path: 'env.A', before: null, after: 'b' }];
  expect(diffFacts({ diff, previous_revision: null })).toEqual([['asks for', 'env.A  b']]);
  expect(diffFacts({ diff, previous_revision: 1 })).toEqual([['changes', 'env.A  nothing → b']]);
  expect(diffFacts({ diff: [], previous_revision: 1 })).toEqual([['changes', 'nothing']]);
});

test.each([
  ['snapshot', { pods: [{ name: 'web-1', revision: 1, ready: true }] }, { kind: 'pods', pods: ['web-1'] }],
  [
    'lines',
    { lines: [{ pod: 'web-1', at: '2026-11-18T08:00:00.1Z', text: 'GET /' }] },
    { kind: 'lines', lines: [{ pod: 'web-1', at: '2026-11-18T08:00:00.1Z', text: 'GET /' }] },
  ],
  ['pod_joined', { pod: 'web-2' }, { kind: 'note', text: 'web-2 joined' }],
  [
    'pod_joined',
    { pod: 'web-2', followed: false },
    { kind: 'note', text: 'web-2 joined; it is not shown, there are too many' },
  ],
  ['pod_left', { pod: 'web-1', reason: 'deleted' }, { kind: 'note', text: 'web-1 left: deleted' }],
  [
    'pod_silent',
    { pod: 'web-1', reason: 'log_unavailable' },
    { kind: 'note', text: 'web-1 is silent: log unavailable' },
  ],
  [
    'dropped',
    { count: 312, since: '2026-11-18T08:00:00Z' },
    { kind: 'note', text: '312 lines were left out since 2026-11-18T08:00:00Z: more than 1,000 came in a second' },
  ],
  [
    'cluster_silent',
    { since: '2026-11-18T08:00:00Z' },
    { kind: 'note', text: 'the cluster has not responded since 2026-11-18T08:00:00Z; still trying' },
  ],
  ['ended', { reason: 'complete' }, { kind: 'ended', reason: 'complete' }],
  ['something_new', {}, undefined],
])('the event %s of logs', (event, data, expected) => expect(logEvent(event, data)).toEqual(expected));
