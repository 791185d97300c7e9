import { beforeAll, describe, expect, test } from 'vitest';
import { cli, eventually, inNamespace, kubectl } from './support.ts';

beforeAll(async () => {
  await cli(['nodes', '500']);
});

function pod(name: string, annotations: Readonly<Record<string, string>>, spec: object = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, annotations },
    spec: { containers: [{ name: 'c', image: 'registry.example/c:1' }], ...spec },
  });
}

interface PodStatus {
  readonly phase: string;
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
  readonly containerStatuses: readonly {
    readonly restartCount: number;
    readonly state: Readonly<Record<string, { readonly reason?: string }>>;
    readonly lastState?: { readonly terminated?: { readonly reason: string; readonly exitCode: number } };
  }[];
}

async function statusOf(namespace: string, name: string): Promise<PodStatus> {
  const text = await kubectl(['-n', namespace, 'get', 'pod', name, '-o', 'json']);
  return (JSON.parse(text) as { status: PodStatus }).status;
}

function isReady(status: PodStatus): boolean {
  return status.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
}

async function waitingFor(namespace: string, name: string, reason: string): Promise<PodStatus> {
  return eventually(async () => {
    const status = await statusOf(namespace, name);
    expect(status.containerStatuses[0]?.state['waiting']?.reason).toBe(reason);
    return status;
  });
}

describe.concurrent('pods behave as they are told', () => {
  test('ready at once, ready late, or running and never ready', async () => {
    await inNamespace(async (namespace) => {
      await kubectl(
        ['-n', namespace, 'apply', '-f', '-'],
        [
          pod('soon', {}),
          pod('late', { 'wheelhouse.dev/ready-after': '6s' }),
          pod('never', { 'wheelhouse.dev/behaviour': 'unready' }),
        ].join('\n---\n'),
      );
      await eventually(async () => expect(isReady(await statusOf(namespace, 'soon'))).toBe(true));
      expect(isReady(await statusOf(namespace, 'late'))).toBe(false);
      await eventually(async () => expect(isReady(await statusOf(namespace, 'late'))).toBe(true));
      const never = await statusOf(namespace, 'never');
      expect(never.phase).toBe('Running');
      expect(isReady(never)).toBe(false);
    });
  });

  test('crash loop, killed for memory, image not pulled', async () => {
    await inNamespace(async (namespace) => {
      const behaviours = ['crash-loop', 'oom', 'image-pull'];
      const pods = behaviours.map((name) => pod(name, { 'wheelhouse.dev/behaviour': name }));
      await kubectl(['-n', namespace, 'apply', '-f', '-'], pods.join('\n---\n'));
      const crashing = await waitingFor(namespace, 'crash-loop', 'CrashLoopBackOff');
      expect(crashing.containerStatuses[0]?.lastState?.terminated).toMatchObject({ reason: 'Error', exitCode: 1 });
      const killed = await waitingFor(namespace, 'oom', 'CrashLoopBackOff');
      expect(killed.containerStatuses[0]?.lastState?.terminated).toMatchObject({ reason: 'OOMKilled', exitCode: 137 });
      await waitingFor(namespace, 'image-pull', 'ImagePullBackOff');
      await eventually(async () => {
        expect((await statusOf(namespace, 'crash-loop')).containerStatuses[0]?.restartCount).toBeGreaterThan(1);
      });
    });
  });

  test('one that is slow to end takes its whole grace period', async () => {
    await inNamespace(async (namespace) => {
      const slow = pod('slow', { 'wheelhouse.dev/end': 'slow' }, { terminationGracePeriodSeconds: 5 });
      await kubectl(['-n', namespace, 'apply', '-f', '-'], `${slow}\n---\n${pod('quick', {})}`);
      for (const name of ['slow', 'quick'])
        await eventually(async () => expect(isReady(await statusOf(namespace, name))).toBe(true));
      const timed = async (name: string) => {
        const began = performance.now();
        await kubectl(['-n', namespace, 'delete', 'pod', name]);
        return performance.now() - began;
      };
      expect(await timed('quick')).toBeLessThan(3_000);
      const slowly = await timed('slow');
      expect(slowly).toBeGreaterThan(3_900);
      expect(slowly).toBeLessThan(9_000);
    });
  });

  test('Jobs succeed, or fail when told to', async () => {
    const job = (name: string, annotations: object) =>
      JSON.stringify({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name },
        spec: {
          backoffLimit: 0,
          template: {
            metadata: { annotations },
            spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'c' }] },
          },
        },
      });
    await inNamespace(async (namespace) => {
      await kubectl(
        ['-n', namespace, 'apply', '-f', '-'],
        `${job('good', {})}\n---\n${job('bad', { 'wheelhouse.dev/behaviour': 'fail' })}`,
      );
      const ended = (name: string) =>
        kubectl(['-n', namespace, 'get', 'job', name, '-o', 'jsonpath={.status.conditions[*].type}']);
      await eventually(async () => expect(await ended('good')).toContain('Complete'));
      await eventually(async () => expect(await ended('bad')).toContain('Failed'));
    });
  });

  test('`kubectl top pods` shows the usage they were given', async () => {
    await inNamespace(async (namespace) => {
      const busy = pod('busy', { 'kwok.x-k8s.io/usage-cpu': '250m', 'kwok.x-k8s.io/usage-memory': '256Mi' });
      await kubectl(['-n', namespace, 'apply', '-f', '-'], busy);
      await eventually(async () => {
        const [, cpu = '', memory = ''] = (await kubectl(['-n', namespace, 'top', 'pods', '--no-headers']))
          .trim()
          .split(/\s+/);
        expect(Math.abs(Number.parseInt(cpu, 10) - 250)).toBeLessThan(15);
        expect(memory).toBe('256Mi');
      }, 90_000);
    });
  });
});

test.for([
  ['not-ready', 'Ready', 'False'],
  ['memory-pressure', 'MemoryPressure', 'True'],
])('a node told to be %s is, and heals when told so', async ([behaviour = '', type = '', status = '']) => {
  const node = 'kwok-0007';
  const condition = async () =>
    kubectl(['get', 'node', node, '-o', `jsonpath={.status.conditions[?(@.type=="${type}")].status}`]);
  const healthy = await condition();
  await kubectl(['annotate', 'node', node, `wheelhouse.dev/behaviour=${behaviour}`]);
  try {
    await eventually(async () => expect(await condition()).toBe(status));
  } finally {
    await kubectl(['annotate', 'node', node, 'wheelhouse.dev/behaviour-']);
  }
  await eventually(async () => expect(await condition()).toBe(healthy));
});

test('the fleet grows and shrinks to the size asked for', async () => {
  for (const size of ['30', '500']) {
    await cli(['nodes', size]);
    const listed = await kubectl(['get', 'nodes', '-l', 'wheelhouse.dev/fleet=kwok', '-o', 'name']);
    expect(listed.trim().split('\n').length).toBe(Number(size));
  }
});
