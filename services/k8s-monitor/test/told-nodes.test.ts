import { expect, test } from 'vitest';
import type { IssueObject } from '../src/rules/index.ts';
import { nodesOf, placeOf } from '../src/watch/issue-place.ts';
import { type Objects, stateOf } from './rules-cluster.ts';
import { at, autoscaler, containers, job, pod, unplaced } from './rules-objects.ts';

/** On which nodes the pods in trouble of what an issue is about stand. */

const web: IssueObject = { kind: 'Deployment', namespace: 'shop', name: 'web' };
const ofWeb = ['Deployment', 'web'] as const;
const told = (objects: Objects, object = web, seconds = 0) => nodesOf(stateOf(objects), object, at(seconds));

test('those of pods that are not ready or have troubles count, by name and once each', () => {
  const pods = [
    pod('a', { owner: ofWeb, node: 'node-2', ready: false }),
    pod('b', { owner: ofWeb, node: 'node-1', container: containers.crashLooping }),
    pod('c', { owner: ofWeb, node: 'node-2', ready: false }),
    pod('well', { owner: ofWeb, node: 'node-3' }),
    pod('done', { owner: ofWeb, node: 'node-4', phase: 'Failed' }),
    pod('other', { owner: ['Deployment', 'api'], node: 'node-5', ready: false }),
  ];
  expect(told({ pods })).toEqual({ nodes: ['node-1', 'node-2'], all_on_nodes: true });
});

test('one that is on no node yet is not on the named ones', () => {
  const pods = [
    pod('a', { owner: ofWeb, node: 'node-1', ready: false }),
    pod('b', { owner: ofWeb, phase: 'Pending', conditions: [unplaced(-90)] }),
  ];
  expect(told({ pods })).toEqual({ nodes: ['node-1'], all_on_nodes: false });
});

test('with none in trouble there is no node, and nothing is said of all', () => {
  expect(told({ pods: [pod('a', { owner: ofWeb })] })).toEqual({ nodes: [], all_on_nodes: false });
});

test('one that is being deleted counts when it should have been gone for half a minute', () => {
  const pods = [pod('a', { owner: ofWeb, node: 'node-1', deleting: true })];
  expect(told({ pods }, web, 29)).toEqual({ nodes: [], all_on_nodes: false });
  expect(told({ pods }, web, 30)).toEqual({ nodes: ['node-1'], all_on_nodes: true });
});

test('of more than ten nodes the first ten are named, and not all are on them', () => {
  const pods = Array.from({ length: 11 }, (_, index) =>
    pod(`p-${index}`, { owner: ofWeb, node: `node-${10 + index}`, ready: false }),
  );
  const { nodes, all_on_nodes } = told({ pods });
  expect([nodes.length, nodes[0], nodes[9], all_on_nodes]).toEqual([10, 'node-10', 'node-19', false]);
});

test('a node stands for itself, a pod nobody looks after for its own, a CronJob for the pods of its Jobs', () => {
  const objects: Objects = {
    pods: [
      pod('alone', { node: 'node-1', ready: false }),
      pod('run', { owner: ['Job', 'nightly-1'], node: 'node-2', container: containers.crashLooping }),
    ],
    jobs: [job('nightly-1', { cronJob: 'nightly' }), job('other-1', { cronJob: 'other' })],
  };
  expect(told(objects, { kind: 'Node', namespace: null, name: 'node-9' })).toEqual({
    nodes: ['node-9'],
    all_on_nodes: false,
  });
  expect(told(objects, { kind: 'Pod', namespace: 'shop', name: 'alone' }).nodes).toEqual(['node-1']);
  expect(told(objects, { kind: 'CronJob', namespace: 'shop', name: 'nightly' }).nodes).toEqual(['node-2']);
  expect(told(objects, { kind: 'Cluster', namespace: null, name: 'events' }).nodes).toEqual([]);
});

test('an autoscaler is told with what it scales, and nothing else is', () => {
  const scaler: IssueObject = { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'web-hpa' };
  const state = stateOf({ autoscalers: [autoscaler('web-hpa'), autoscaler('web-hpa', { namespace: 'other' })] });
  expect(placeOf(state, scaler, at(0))).toEqual({ nodes: [], all_on_nodes: false, scales: web });
  expect(placeOf(state, { ...scaler, name: 'gone' }, at(0))).toEqual({ nodes: [], all_on_nodes: false });
  expect(placeOf(state, web, at(0))).toEqual({ nodes: [], all_on_nodes: false });
});
