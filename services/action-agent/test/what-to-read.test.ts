import { describe, expect, test } from 'vitest';
import type { Asked } from '../src/plans/asked.ts';
import { ownerOf } from '../src/plans/owner.ts';
import { targetKey } from '../src/plans/target-key.ts';
import { rightName, rightsFor, whatToRead } from '../src/plans/what-to-read.ts';
import { clusterId, deployment, pod } from './cluster-objects.ts';

const web = { namespace: 'shop', deployment_name: 'web' };
const cordon: Asked = { action: 'cordon_node', target: { node_name: 'node-7' } };
const uncordon: Asked = { action: 'uncordon_node', target: { node_name: 'node-7' } };
const drain: Asked = { action: 'drain_node', target: { node_name: 'node-7' } };
const restart: Asked = { action: 'restart_pod', target: { namespace: 'shop', pod: 'web-0' } };
const oneMore: Asked = { action: 'scale_deployment', target: web };
const toTwo: Asked = { action: 'scale_deployment', target: { ...web, replicas: 2 } };
const rollback: Asked = { action: 'rollback_deployment', target: web };
const everything = [cordon, uncordon, drain, restart, oneMore, toTwo, rollback];

/** api.md, "Rights". */
const rightsOfTheAgent = [
  ...['list', 'get', 'delete'].map((verb) => `${verb} pods`),
  ...['list', 'get', 'patch'].map((verb) => `${verb} nodes`),
  ...['list', 'get', 'patch', 'update'].map((verb) => `${verb} deployments.apps`),
  'create pods/eviction',
  'list poddisruptionbudgets.policy',
];

const get = (path: string) => `get ${path}`;
const list = (path: string) => `list ${path}`;
const deployments = '/apis/apps/v1/namespaces/shop/deployments';
const budgets = '/apis/policy/v1/namespaces/shop/poddisruptionbudgets';
const podsOfShop = '/api/v1/namespaces/shop/pods';

describe('what a plan reads', () => {
  test.each<[string, Asked, readonly string[]]>([
    ['a cordon', cordon, [get('/api/v1/nodes/node-7')]],
    ['an uncordon', uncordon, [get('/api/v1/nodes/node-7')]],
    [
      'a drain',
      drain,
      [get('/api/v1/nodes/node-7'), list('/api/v1/pods'), list('/apis/policy/v1/poddisruptionbudgets')],
    ],
    ['a restart', restart, [get(`${podsOfShop}/web-0`), list(deployments), list(budgets)]],
    ['one more replica', oneMore, [get(`${deployments}/web`)]],
    ['a scale', toTwo, [get(`${deployments}/web`), list(podsOfShop), list(deployments), list(budgets)]],
    ['a rolling restart', rollback, [get(`${deployments}/web`)]],
  ])('for %s', (_, asked, calls) => {
    expect(whatToRead(asked).map(({ path, right }) => `${right.verb} ${path}`)).toEqual(calls);
  });

  test('needs no right beyond those of the agent, nor does its effect', () => {
    for (const asked of everything)
      for (const right of rightsFor(asked)) expect(rightsOfTheAgent).toContain(rightName(right));
  });

  test('names the right of the very call it makes', () => {
    for (const { path, right } of everything.flatMap(whatToRead)) {
      const [, group = ''] = /^\/apis\/([a-z]+)\//.exec(path) ?? [];
      expect(right.group ?? '').toBe(group);
      expect(path.split('/').at(right.verb === 'get' ? -2 : -1)).toBe(right.resource);
    }
  });
});

describe('the key of a target', () => {
  const key = (asked: Asked, owner: ReturnType<typeof ownerOf> = null) =>
    targetKey(clusterId, asked, owner).replace(`${clusterId}/`, '');

  test('is the node for cordon, uncordon and drain', () => {
    expect([cordon, uncordon, drain].map((asked) => key(asked))).toEqual(Array(3).fill('node/node-7'));
  });

  test('is the Deployment for a scale, a rolling restart, and the restart of one of its pods', () => {
    const owner = ownerOf(pod('web-0'), [deployment(3, { name: 'other' }), deployment(3)]);
    expect([key(oneMore), key(toTwo), key(rollback), key(restart, owner)]).toEqual(
      Array(4).fill('deployment/shop/web'),
    );
  });

  test('is the pod where no Deployment owns it', () => {
    const statefulSet = { kind: 'StatefulSet', name: 'web', uid: 'u', controller: true };
    const owned = pod('web-0', 'web', { metadata: { ownerReferences: [statefulSet] } });
    expect(key(restart, ownerOf(owned, [deployment(3)]))).toBe('pod/shop/web-0');
    expect(key(restart, ownerOf(pod('web-0', 'web', { metadata: { ownerReferences: [] } }), []))).toBe(
      'pod/shop/web-0',
    );
    expect(key(restart, null)).toBe('pod/shop/web-0');
  });

  test('differs from cluster to cluster', () => {
    expect(targetKey('a', cordon, null)).not.toBe(targetKey('b', cordon, null));
  });
});
