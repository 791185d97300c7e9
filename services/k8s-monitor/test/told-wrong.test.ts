import type { LivePod } from '@wheelhouse/kubernetes';
import { expect, test } from 'vitest';
import type { EventShown } from '../src/live/events.ts';
import { keepDeployment, keepJob, keepStatefulSet } from '../src/state/keep.ts';
import { isNewIn } from '../src/workload-page/new-pods.ts';
import type { WorkloadPlace } from '../src/workload-page/schema.ts';
import type { Subject } from '../src/workload-page/subject.ts';
import { wrongWith } from '../src/workload-page/wrong.ts';
import { at, deployment, job, jobs, stamp, statefulSet } from './rules-objects.ts';

/** What the first line of a workload's page says. */

const now = new Date(at(0));
type Status = NonNullable<LivePod['status']>;
type Container = NonNullable<Status['containerStatuses']>[number];

function pod(name: string, status: Status, { hash = 'new', owner = '', seconds = -30 } = {}): LivePod {
  return {
    metadata: {
      name,
      namespace: 'shop',
      uid: name,
      resourceVersion: '1',
      creationTimestamp: stamp(seconds),
      labels: { 'pod-template-hash': hash, 'controller-revision-hash': hash },
      ownerReferences: owner === '' ? [] : [{ kind: 'Job', name: owner, uid: owner, controller: true }],
    },
    status,
  };
}

const container = (more: Partial<Container> = {}): Container => ({ name: 'web', image: 'shop/web:9', ...more });
const running = { running: { startedAt: stamp(-20) } };
const ready = (name: string, hash = 'new', seconds = -3_600) =>
  pod(
    name,
    {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [container({ state: running })],
    },
    { hash, seconds },
  );
const waiting = (name: string, reason: string, message = '', more: Partial<Container> = {}) =>
  pod(name, { phase: 'Pending', containerStatuses: [container({ state: { waiting: { reason, message } }, ...more })] });
const notFound = 'failed to resolve reference "shop/web:9": shop/web:9: not found';

const place = (kind: WorkloadPlace['kind']): WorkloadPlace => ({ kind, namespace: 'shop', name: 'web' });
const bare: Subject = {
  place: place('Deployment'),
  metadata: {},
  template: undefined,
  facts: undefined,
  conditions: [],
  newest: undefined,
  jobs: [],
  selector: 'app=web',
  owners: new Set(),
  pod: undefined,
};

interface Given {
  readonly replicas?: number;
  readonly available?: number;
  readonly updated?: number;
  readonly updating?: boolean;
  readonly paused?: boolean;
  readonly conditions?: Subject['conditions'];
  readonly events?: readonly EventShown[];
}

/** Of a Deployment with these pods. */
function web(pods: readonly LivePod[], given: Given = {}) {
  const { replicas = 3, available = 0, updated = replicas, updating = true, paused = false } = given;
  const { conditions = [], events = [] } = given;
  const raw = deployment('web', {
    replicas,
    available,
    spec: { paused },
    status: { updatedReplicas: updated },
    conditions: updating ? [{ type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' }] : [],
  });
  const subject = { ...bare, facts: keepDeployment(raw), conditions };
  return wrongWith({ subject, pods, isAllPods: true, events, logs: { allowed: true, grant: null } }, now);
}

function event(reason: string, kind: string, name: string, message: string, seconds = -5): EventShown {
  return {
    type: 'Warning',
    reason,
    message,
    object: { kind, name },
    count: 1,
    last_at: new Date(at(seconds)).toISOString(),
  };
}

test('new pods that cannot pull their image, with their number, while the old ones serve', () => {
  const pods = [
    ready('web-old', 'old'),
    waiting('web-a', 'ImagePullBackOff', notFound),
    waiting('web-b', 'ErrImagePull', notFound),
  ];
  expect(web(pods, { available: 1, updated: 2 })).toEqual({
    reason: 'image_pull_failed',
    message: '2 of 3 new pods cannot pull shop/web:9: not found.',
  });
});

test('pods of one that is not being rolled out are not called new, and a single one is named', () => {
  const crashing = container({
    restartCount: 5,
    state: { waiting: { reason: 'CrashLoopBackOff' } },
    lastState: { terminated: { reason: 'Error', exitCode: 1 } },
  });
  const pods = [ready('web-a'), pod('web-b', { phase: 'Running', containerStatuses: [crashing] })];
  expect(web(pods, { replicas: 2, available: 1, updating: false })).toEqual({
    reason: 'crash_loop',
    message: '1 of 2 pods (web-b) ended with exit code 1 and restarted 5 times.',
  });
});

test('of several containers the one that ends is named, and a finished init container is none', () => {
  const status: Status = {
    phase: 'Running',
    initContainerStatuses: [container({ name: 'migrate', state: { terminated: { exitCode: 0 } } })],
    containerStatuses: [
      container({ state: running }),
      container({
        name: 'proxy',
        restartCount: 3,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
      }),
    ],
  };
  expect(web([pod('web-a', status)], { replicas: 1 })).toEqual({
    reason: 'crash_loop',
    message: '1 of 1 new pods (web-a) ran out of memory (OOMKilled) in container proxy and restarted 3 times.',
  });
});

test('a crash of long ago is not why a pod that runs since is not ready; what its probe was answered is', () => {
  const steady = container({
    restartCount: 1,
    state: { running: { startedAt: stamp(-3_600) } },
    lastState: { terminated: { reason: 'Error', exitCode: 1 } },
  });
  const events = [event('Unhealthy', 'Pod', 'web-a', 'Readiness probe failed: HTTP probe failed with statuscode: 500')];
  const pods = [pod('web-a', { phase: 'Running', containerStatuses: [steady] })];
  expect(web(pods, { replicas: 1, updating: false, events })).toEqual({
    reason: 'probe_failing',
    message:
      '1 of 1 pods (web-a) runs but is not ready: Readiness probe failed: HTTP probe failed with statuscode: 500.',
  });
  const fresh = { ...steady, state: running };
  const crashed = web([pod('web-a', { phase: 'Running', containerStatuses: [fresh] })], { replicas: 1 });
  expect(crashed.reason).toBe('crash_loop');
});

test('pods that nobody can place, and a configuration that is not there', () => {
  const unplaced = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: '0/3 nodes are available.',
  };
  const pods = ['web-a', 'web-b'].map((name) => pod(name, { phase: 'Pending', conditions: [unplaced] }));
  expect(web(pods)).toEqual({
    reason: 'unschedulable',
    message: '2 of 3 new pods cannot be scheduled: 0/3 nodes are available.',
  });
  const missing = waiting('web-a', 'CreateContainerConfigError', 'configmap "web" not found');
  expect(web([missing])).toEqual({
    reason: 'config_error',
    message: '1 of 3 new pods (web-a) cannot start: configmap "web" not found.',
  });
});

test('a quota that leaves no room, told by the Deployment or, of others, by an event of these minutes', () => {
  const message = 'pods "web-a" is forbidden: exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1';
  const said = 'Pods cannot be created: quota small allows pods=1, pods=1 is in use and pods=1 was asked for.';
  const conditions = [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }];
  expect(web([ready('web-a')], { available: 1, updating: false, conditions })).toEqual({
    reason: 'quota_exceeded',
    message: said,
  });
  const facts = keepStatefulSet(statefulSet('web', { replicas: 2, available: 1 }));
  const subject = { ...bare, place: place('StatefulSet'), facts };
  const wrong = (seconds: number) =>
    wrongWith(
      {
        subject,
        pods: [ready('web-0')],
        isAllPods: true,
        events: [event('FailedCreate', 'StatefulSet', 'web', message, seconds)],
        logs: { allowed: null, grant: null },
      },
      now,
    );
  expect(wrong(-60)).toEqual({ reason: 'quota_exceeded', message: said });
  expect(wrong(-3_600).reason).toBeNull();
});

test('too few pods without a known reason are counted, with the newest warning; a paused rollout is said', () => {
  const creating = waiting('web-a', 'ContainerCreating');
  const events = [event('FailedMount', 'Pod', 'web-a', 'MountVolume.SetUp failed for volume "certs"')];
  expect(web([creating], { available: 2, events })).toEqual({
    reason: null,
    message: '2 of 3 pods are available: MountVolume.SetUp failed for volume "certs".',
  });
  expect(web([creating], { available: 2 }).message).toBe('2 of 3 pods are available.');
  expect(web([], { paused: true }).message).toBe('Its rollout is paused.');
});

test('nothing is wrong where all is well, or nothing is wanted', () => {
  const well = { reason: null, message: null };
  expect(web([ready('a'), ready('b'), ready('c')], { available: 3, updating: false })).toEqual(well);
  expect(web([], { replicas: 0, updating: false })).toEqual(well);
});

test('a pod and a Job say for themselves what is wrong', () => {
  const logs = { allowed: null, grant: null };
  const alone = waiting('web', 'ErrImagePull', notFound);
  const asked = { pods: [alone], isAllPods: true, events: [], logs };
  expect(wrongWith({ ...asked, subject: { ...bare, place: place('Pod'), pod: alone } }, now)).toEqual({
    reason: 'image_pull_failed',
    message: 'The pod cannot pull shop/web:9: not found.',
  });
  const evicted = pod('web', { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory' });
  expect(
    wrongWith({ ...asked, pods: [evicted], subject: { ...bare, place: place('Pod'), pod: evicted } }, now).message,
  ).toBe('The pod has failed: The node was low on memory.');
  const ended = pod(
    'web-x',
    { phase: 'Failed', containerStatuses: [container({ state: { terminated: { reason: 'Error', exitCode: 3 } } })] },
    { owner: 'web' },
  );
  const seen = { ...keepJob(job('web', { status: jobs.failed })), active: 0, completions: 1, ready: 0 };
  expect(wrongWith({ ...asked, pods: [ended], subject: { ...bare, place: place('Job'), jobs: [seen] } }, now)).toEqual({
    reason: 'crash_loop',
    message: 'It has failed: Job has reached the specified backoff limit. 1 of 1 pods (web-x) ended with exit code 3.',
  });
  const nightly = { ...seen, name: 'nightly-2', cronJob: 'web' };
  const good = { ...nightly, name: 'nightly-3', end: 'Complete' as const };
  const cron = (...all: readonly (typeof seen)[]) =>
    wrongWith({ ...asked, pods: [], subject: { ...bare, place: place('CronJob'), jobs: all } }, now).message;
  expect(cron(nightly)).toBe('Its run nightly-2 has failed: Job has reached the specified backoff limit.');
  expect(cron(good, nightly)).toBeNull();
});

test('the newest pods are known by their number, and where that says nothing by when the first was made', () => {
  const facts = (updated: number) => keepDeployment(deployment('web', { status: { updatedReplicas: updated } }));
  const subject = (updated: number) => ({ ...bare, facts: facts(updated) });
  const [older, newer] = [ready('a', 'old', -900), ready('b', 'new', -60)];
  // One of the old ones was made anew a moment ago.
  const again = ready('c', 'old', -5);
  const pods = [older, newer, again];
  expect(pods.map(isNewIn(subject(1), pods))).toEqual([false, true, false]);
  expect(pods.map(isNewIn(subject(2), pods))).toEqual([true, false, true]);
  expect(pods.map(isNewIn(subject(3), pods))).toEqual([false, true, false]);
  expect(pods.map(isNewIn(subject(0), pods))).toEqual([false, false, false]);
  const set = { ...bare, place: place('StatefulSet'), newest: { label: 'controller-revision-hash', value: 'new' } };
  expect(pods.map(isNewIn(set, pods))).toEqual([false, true, false]);
  expect(pods.map(isNewIn({ ...set, newest: undefined }, pods))).toEqual([null, null, null]);
});
