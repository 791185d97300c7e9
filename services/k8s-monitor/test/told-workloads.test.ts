import { workloadChangeSchema } from '@wheelhouse/contracts';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ClusterState } from '../src/state/cluster-state.ts';
import { keepDaemonSet, keepDeployment } from '../src/state/keep.ts';
import type { RawDeployment } from '../src/state/raw.ts';
import { rowChanges, type Written } from '../src/watch/row-changes.ts';
import { toldWorkloads } from '../src/watch/told-workloads.ts';
import { isWorkload, type WorkloadRow, workloadRows } from '../src/watch/workload-rows.ts';
import { at, daemonSet, deployment, stamp } from './rules-objects.ts';

/** What somebody changed of workloads, from objects as an API server sends them. */

const makeId = makeIds(systemClock);
const restart = 'kubectl.kubernetes.io/restartedAt';

interface Given {
  readonly image?: string;
  readonly replicas?: number;
  readonly generation?: number;
  readonly uid?: string;
  readonly createdSeconds?: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly more?: object;
  /** Who owns what, and since when. */
  readonly by?: readonly (readonly [
    manager: string,
    seconds: number | undefined,
    what: 'template' | 'replicas',
    sub?: string,
  ])[];
}

function web({
  image = 'shop/web:1',
  replicas = 3,
  generation = 1,
  uid = 'one',
  createdSeconds = -90_000,
  ...given
}: Given = {}) {
  const { annotations, more = {}, by = [] } = given;
  const raw: RawDeployment = deployment('web', { replicas, generation });
  const metadata = annotations === undefined ? { labels: { app: 'web' } } : { labels: { app: 'web' }, annotations };
  return {
    ...raw,
    metadata: {
      ...raw.metadata,
      uid,
      creationTimestamp: stamp(createdSeconds),
      managedFields: by.map(([manager, seconds, what, subresource = '']) => ({
        manager,
        ...(seconds !== undefined && { time: stamp(seconds) }),
        subresource,
        fieldsV1: { 'f:spec': { [`f:${what}`]: {} } },
      })),
    },
    spec: { ...raw.spec, template: { metadata, spec: { containers: [{ name: 'web', image }], ...more } } },
  };
}

/** A watcher that sees one state of a namespace after another, half a second apart. */
function watcher({ isFirst = false } = {}) {
  let rows: ReadonlyMap<string, Written<WorkloadRow>> = new Map();
  let known = isFirst ? undefined : at(-100);
  return (seconds: number, ...all: readonly RawDeployment[]) => {
    const state = new ClusterState();
    for (const raw of all) state.changed.workload('', keepDeployment(raw), undefined);
    const changes = rowChanges(rows, workloadRows(state, []), isWorkload, makeId);
    const told = toldWorkloads(rows, changes, { knownUntil: known, now: at(seconds) });
    rows = changes.next;
    known ??= at(seconds);
    for (const one of told) expect(Value.Errors(workloadChangeSchema, one)).toEqual([]);
    return told;
  };
}

const object = { kind: 'Deployment', namespace: 'shop', name: 'web' };

test('at a first read nothing was made, and afterwards what is made is told with who made it', () => {
  const first = watcher({ isFirst: true });
  expect(first(0, web({ createdSeconds: -1 }))).toEqual([]);
  const see = watcher();
  expect(see(5, web({ createdSeconds: 4, by: [['helm', 4, 'template']] }))).toEqual([
    {
      change: 'created',
      object,
      images: { before: [], after: ['shop/web:1'] },
      replicas: { before: null, after: 3 },
      manager: 'helm',
      at: stamp(4),
    },
  ]);
});

test('one that is older than what was known, and was not there, was not made', () => {
  expect(watcher()(0, web({ createdSeconds: -200 }))).toEqual([]);
});

test('another image is a changed template, with its manager and time as the object says', () => {
  const see = watcher();
  see(0, web({ by: [['helm', -900, 'template']] }));
  const now = web({
    image: 'shop/web:2',
    generation: 2,
    by: [
      ['helm', -900, 'template'],
      ['kubectl-set', 59, 'template'],
    ],
  });
  expect(see(60, now)).toEqual([
    {
      change: 'template',
      object,
      images: { before: ['shop/web:1'], after: ['shop/web:2'] },
      replicas: { before: 3, after: 3 },
      manager: 'kubectl-set',
      at: stamp(59),
    },
  ]);
  expect(see(61, now)).toEqual([]);
});

test('whatever else of the template is another is told too, with the same images', () => {
  const see = watcher();
  see(0, web());
  expect(see(1, web({ generation: 2, more: { serviceAccountName: 'other' } }))).toMatchObject([
    { change: 'template', images: { before: ['shop/web:1'], after: ['shop/web:1'] }, manager: null, at: stamp(1) },
  ]);
});

test('a restart is told as one, also the first; with a changed template that is what is told', () => {
  const see = watcher();
  see(0, web());
  const restarted = { annotations: { [restart]: stamp(9) }, by: [['kubectl-rollout', 9, 'template']] } as const;
  expect(see(10, web({ generation: 2, ...restarted }))).toMatchObject([
    { change: 'restarted', manager: 'kubectl-rollout', at: stamp(9) },
  ]);
  expect(see(20, web({ generation: 3, annotations: { [restart]: stamp(19) } }))).toMatchObject([
    { change: 'restarted' },
  ]);
  const both = web({ generation: 4, image: 'shop/web:2', annotations: { [restart]: stamp(29) } });
  expect(see(30, both).map(({ change }) => change)).toEqual(['template']);
});

test('another count is told with who scaled, also through the subresource, and never with who reports a status', () => {
  const see = watcher();
  see(0, web({ by: [['helm', -900, 'replicas']] }));
  const scaled = (replicas: number, generation: number) =>
    web({
      replicas,
      generation,
      // As the API server keeps it: of the subresource without a time.
      by: [
        ['hpa', undefined, 'replicas', 'scale'],
        ['kcm', 10, 'replicas', 'status'],
      ],
    });
  expect(see(10, scaled(5, 2))).toMatchObject([
    { change: 'replicas', replicas: { before: 3, after: 5 }, manager: 'hpa', at: stamp(10) },
  ]);
  expect(see(900, scaled(6, 3))).toMatchObject([{ change: 'replicas', manager: 'hpa', at: stamp(900) }]);
  const edited = web({ replicas: 7, generation: 4, by: [['kubectl-edit', 999, 'replicas']] });
  expect(see(1_000, edited)).toMatchObject([{ change: 'replicas', manager: 'kubectl-edit', at: stamp(999) }]);
});

test('template and count changed together are two changes', () => {
  const see = watcher();
  see(0, web());
  const told = see(1, web({ image: 'shop/web:2', replicas: 1, generation: 2 }));
  expect(told.map(({ change }) => change)).toEqual(['template', 'replicas']);
});

test('who took something away stands in no object: it is told without a manager, and not as of long ago', () => {
  const see = watcher();
  see(0, web({ more: { hostNetwork: true }, by: [['helm', -900, 'template']] }));
  expect(see(100, web({ generation: 2, by: [['helm', -900, 'template']] }))).toMatchObject([
    { change: 'template', manager: null, at: stamp(100) },
  ]);
});

test('what shows more in it without a new generation was changed by nobody', () => {
  const see = watcher();
  see(0, web());
  expect(see(1, web({ more: { aNewDefault: true } }))).toEqual([]);
});

test('what becomes of it is no change', () => {
  const see = watcher();
  const one = web();
  see(0, one);
  expect(see(1, { ...one, status: { ...one.status, availableReplicas: 0 } })).toEqual([]);
});

test('one that is gone is deleted, and one made anew under its name is made', () => {
  const see = watcher();
  see(0, web());
  expect(see(1, web({ uid: 'two', image: 'shop/web:2', createdSeconds: 1 }))).toMatchObject([
    { change: 'created', images: { before: ['shop/web:1'], after: ['shop/web:2'] }, at: stamp(1) },
  ]);
  expect(see(2)).toEqual([
    {
      change: 'deleted',
      object,
      images: { before: ['shop/web:2'], after: [] },
      replicas: { before: 3, after: null },
      manager: null,
      at: stamp(2),
    },
  ]);
});

test('rows from before this was known are filled without a word', () => {
  const state = new ClusterState();
  state.changed.workload('', keepDeployment(web({ generation: 4 })), undefined);
  const [[key, row] = ['', undefined]] = [...workloadRows(state, [])];
  if (row === undefined) throw new Error('no row');
  const unknown = { ...row, id: makeId(), uid: '', template: '', generation: 0, images: [], replicas: null };
  const before = new Map([[key, unknown]]);
  const changes = rowChanges(before, workloadRows(state, []), isWorkload, makeId);
  expect(changes.changed).toHaveLength(1);
  expect(toldWorkloads(before, changes, { knownUntil: at(0), now: at(1) })).toEqual([]);
});

test('a DaemonSet has no count of its own', () => {
  expect(keepDaemonSet(daemonSet('agent'))).toMatchObject({ replicas: null });
});
