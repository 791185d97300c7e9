import { describe, expect, test } from 'vitest';
import { iconOf, objectLink } from '../src/design/object-chip.tsx';
import { objectWords } from '../src/design/object-words.ts';
import { coresWords } from '../src/design/quantity.ts';
import { isSame } from '../src/objects/same-object.ts';
import { toneOf, wrongTone } from '../src/pages/workload/workload-words.ts';

describe('an object that is mentioned', () => {
  test('leads to its page, if its kind has one and it is in a namespace', () => {
    expect(objectLink({ kind: 'StatefulSet', namespace: 'shop', name: 'db' }, 'c')).toEqual({
      to: '/clusters/$clusterId/workloads/$kind/$namespace/$name',
      params: { clusterId: 'c', kind: 'StatefulSet', namespace: 'shop', name: 'db' },
    });
    expect(objectLink({ kind: 'Node', name: 'node-7' }, 'c')).toMatchObject({ params: { name: 'node-7' } });
    expect(objectLink({ kind: 'Deployment', namespace: null, name: 'web' }, 'c')).toBeUndefined();
    expect(objectLink({ kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' }, 'c')).toBeUndefined();
    expect(objectLink({ kind: 'constructor', namespace: 'shop', name: 'x' }, 'c')).toBeUndefined();
    expect(iconOf('ResourceQuota')).toBeUndefined();
  });

  test('is named with its namespace, where it has one', () => {
    expect(objectWords({ kind: 'Deployment', namespace: 'shop', name: 'web' })).toBe('Deployment shop/web');
    expect(objectWords({ kind: 'Node', name: 'node-7' })).toBe('Node node-7');
  });

  test('is the same as another by kind, namespace and name', () => {
    const web = { kind: 'Deployment', namespace: 'shop', name: 'web' };
    expect(isSame(web, { ...web })).toBe(true);
    for (const other of [{ kind: 'Pod' }, { namespace: 'data' }, { name: 'cart' }])
      expect(isSame(web, { ...web, ...other })).toBe(false);
    expect(isSame({ kind: 'Node', name: 'n' }, { kind: 'Node', namespace: null, name: 'n' })).toBe(true);
  });
});

describe('the state of a workload in colours', () => {
  const well = { kind: 'Pod', status: 'running', message: null, reason: null } as const;

  test('a pod that runs is well, a Job that runs is under way, and neither is if something is wrong', () => {
    expect(toneOf(well)).toBe('ok');
    expect(toneOf({ ...well, kind: 'Job' })).toBe('running');
    expect(toneOf({ ...well, message: 'The pod fails its readiness probe.' })).toBe('attention');
    expect(toneOf({ ...well, status: 'failed' })).toBe('failing');
  });

  test('what may still pass is not told as failed', () => {
    const rolling = { kind: 'Deployment', status: 'progressing', message: 'x' } as const;
    expect(wrongTone({ ...rolling, reason: 'unschedulable' })).toBe('attention');
    expect(wrongTone({ ...rolling, reason: 'crash_loop' })).toBe('failing');
    expect(wrongTone({ ...rolling, status: 'stuck', reason: 'unschedulable' })).toBe('failing');
    expect(wrongTone({ ...rolling, reason: null })).toBe('running');
  });
});

test('a share of a core is said in thousandths', () => {
  expect(coresWords(250)).toBe('250 m');
  expect(coresWords(2_500)).toBe('2.5 cores');
  expect(coresWords(1_000)).toBe('1 core');
});
