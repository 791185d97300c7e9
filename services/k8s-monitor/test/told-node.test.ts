import { expect, test } from 'vitest';
import { grantTo } from '../src/live/logs-right.ts';
import { conditionsOf, messageOf } from '../src/node-page/conditions.ts';
import { requestsOf } from '../src/state/requests.ts';
import { condition, stamp } from './rules-objects.ts';

/** What the page of a node says of it. */

test('conditions in words, those first that say that something is wrong', () => {
  const told = conditionsOf([
    condition('MemoryPressure', 'False'),
    condition('DiskPressure', 'True', -60, { message: 'kubelet has disk pressure' }),
    condition('KernelDeadlock', 'True'),
    condition('Ready', 'False', -30, { message: 'container runtime is down' }),
  ]);
  expect(told.map(({ type, is_fault: isFault, text }) => [type, isFault, text])).toEqual([
    ['DiskPressure', true, 'It is short of disk space.'],
    ['Ready', true, 'It is not ready.'],
    ['MemoryPressure', false, 'It has enough memory.'],
    ['KernelDeadlock', false, 'KernelDeadlock is True.'],
  ]);
  expect(told[0]).toMatchObject({ message: 'kubelet has disk pressure', since: stamp(-60) });
  expect(messageOf(told, true)).toBe(
    'It is short of disk space. It is not ready: container runtime is down. It accepts no new pods.',
  );
});

test('a node that is not heard of has stopped reporting, and what it suffers from is not known', () => {
  const told = conditionsOf([
    condition('MemoryPressure', 'Unknown'),
    condition('Ready', 'Unknown', -30, { message: 'Kubelet stopped posting node status.' }),
  ]);
  expect(told.map(({ text }) => text)).toEqual(['It has stopped reporting.', 'MemoryPressure is not known.']);
  expect(messageOf(told, false)).toBe('It has stopped reporting: Kubelet stopped posting node status.');
});

test('nothing is wrong with a node that is well', () => {
  expect(messageOf(conditionsOf([condition('Ready', 'True')]), false)).toBeNull();
});

test('a pod requests what the scheduler counts', () => {
  const asks = (cpu: string, memory: string, more = {}) => ({
    name: 'c',
    resources: { requests: { cpu, memory } },
    ...more,
  });
  expect(requestsOf({ containers: [asks('100m', '1Mi'), asks('0.2', '2Mi')] })).toEqual({
    cpuMillis: 300,
    memoryKiB: 3 * 1024,
  });
  const spec = {
    containers: [asks('100m', '1Mi')],
    initContainers: [asks('1', '1Ki'), asks('50m', '1Mi', { restartPolicy: 'Always' })],
  };
  expect(requestsOf(spec)).toEqual({ cpuMillis: 1_000, memoryKiB: 2 * 1024 });
  expect(requestsOf(undefined)).toEqual({ cpuMillis: 0, memoryKiB: 0 });
});

test('logs are granted to whoever the cluster takes us for, in words that a shell may be given', () => {
  const role = 'kubectl create clusterrole wheelhouse-pod-logs --verb=get --resource=pods/log';
  const binding = 'kubectl create clusterrolebinding wheelhouse-pod-logs --clusterrole=wheelhouse-pod-logs';
  expect(grantTo('system:serviceaccount:wheelhouse:wheelhouse-monitor')).toBe(
    `${role} && ${binding} --serviceaccount=wheelhouse:wheelhouse-monitor`,
  );
  expect(grantTo('admin@example.com')).toBe(`${role} && ${binding} --user=admin@example.com`);
  expect(grantTo("a' && rm -rf / '\n")).toBe(`${role} && ${binding} --user='a && rm -rf / '`);
});
