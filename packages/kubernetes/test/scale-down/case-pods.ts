import fc from 'fast-check';
import { extraLabels } from './case-labels.ts';
import type { Labels, PodController, PodPhase, PodSeen } from '../../src/index.ts';

export interface PodState {
  readonly phase: PodPhase;
  readonly ready: boolean;
  readonly terminating: boolean;
}

const state = (phase: PodPhase, ready = false, terminating = false): PodState => ({ phase, ready, terminating });

export const well = state('Running', true);

/** Some pods of an owner; those it does not name are well. */
export const podStates: fc.Arbitrary<readonly PodState[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(well) },
    { weight: 4, arbitrary: fc.constant(state('Running')) },
    { weight: 2, arbitrary: fc.constant(state('Pending')) },
    { weight: 3, arbitrary: fc.constant(state('Running', true, true)) },
    { weight: 1, arbitrary: fc.constant(state('Running', false, true)) },
    { weight: 1, arbitrary: fc.constant(state('Pending', false, true)) },
    { weight: 3, arbitrary: fc.constant(state('Failed')) },
    { weight: 1, arbitrary: fc.constant(state('Failed', false, true)) },
    { weight: 1, arbitrary: fc.constant(state('Unknown')) },
  ),
  { maxLength: 4 },
);

export function podOf(name: string, labels: Labels, seen: PodState, controller: PodController | null): PodSeen {
  return { name, uid: `pod-${name}`, labels, ...seen, controller };
}

interface Owner {
  readonly controller: PodController | null;
  /** What its pods are called. */
  readonly prefix: string;
  /** Labels its pods have whatever the draw. */
  readonly labels?: Labels;
  readonly finished?: true;
}

function owner(kind: string, name: string, more: Omit<Owner, 'controller' | 'prefix'> = {}): Owner {
  return { controller: { kind, name, uid: `${kind}-${name}` }, prefix: `${kind.toLowerCase()}-${name}`, ...more };
}

/** Owners that are no Deployment. Many are named as if the Deployment "web" had made them. */
const owners: readonly Owner[] = [
  owner('StatefulSet', 'db'),
  owner('StatefulSet', 'web-f6', { labels: { 'pod-template-hash': 'f6' } }),
  owner('ReplicaSet', 'lone'),
  owner('ReplicaSet', 'web-blue'),
  owner('ReplicaSet', 'web-c3', { labels: { 'pod-template-hash': 'd4' } }),
  owner('ReplicaSet', 'web-e5', { labels: { 'pod-template-hash': 'e5', app: 'other' } }),
  owner('Job', 'web-migrate', { finished: true }),
  { controller: null, prefix: 'bare' },
  { controller: null, prefix: 'orphan', labels: { 'pod-template-hash': 'a1' } },
];

interface GroupDraw {
  readonly owner: Owner;
  readonly app: string;
  readonly labels: Labels;
  /** What every second pod has instead: an owner whose pods differ. */
  readonly otherLabels: Labels | null;
  readonly count: number;
  readonly states: readonly PodState[];
}

const group: fc.Arbitrary<GroupDraw> = fc.record({
  owner: fc.constantFrom(...owners),
  app: fc.constantFrom('web', 'web', 'web', 'api'),
  labels: extraLabels,
  otherLabels: fc.option(extraLabels, { freq: 5 }),
  count: fc.integer({ min: 1, max: 5 }),
  states: podStates,
});

const groups = fc.uniqueArray(group, { maxLength: 3, selector: (drawn) => drawn.owner.prefix });

/** The pods of up to three owners that are no Deployment; of none in every third case. */
export const lonePods: fc.Arbitrary<readonly PodSeen[]> = fc
  .oneof({ weight: 1, arbitrary: fc.constant<GroupDraw[]>([]) }, { weight: 2, arbitrary: groups })
  .map((drawn) => drawn.flatMap(podsOfGroup));

function podsOfGroup(drawn: GroupDraw): PodSeen[] {
  const { controller, prefix, labels: fixed, finished } = drawn.owner;
  return Array.from({ length: drawn.count }, (_, index) => {
    const own = index % 2 === 1 && drawn.otherLabels !== null ? drawn.otherLabels : drawn.labels;
    const seen = finished && index > 0 ? state('Succeeded') : (drawn.states[index] ?? well);
    return podOf(`${prefix}-${index}`, { app: drawn.app, ...own, ...fixed }, seen, controller);
  });
}
