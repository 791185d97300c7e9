import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { cli, deployment, eventually, inNamespace, kubectl, setting, tryKubectl } from './support.ts';

beforeAll(async () => {
  await cli(['nodes', '500']);
});

function budget(name: string, minAvailable: number): string {
  const spec = { minAvailable, selector: { matchLabels: { app: name } } };
  return JSON.stringify({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name }, spec });
}

test('the server is the version it was built from', async () => {
  const { serverVersion } = JSON.parse(await kubectl(['version', '-o', 'json'])) as {
    serverVersion: { gitVersion: string };
  };
  expect(serverVersion.gitVersion).toMatch(/^v1\.36\.\d+$/);
});

test('a Deployment of 50 on 500 nodes becomes ready', async () => {
  await inNamespace(async (namespace) => {
    await kubectl(['-n', namespace, 'apply', '-f', '-'], deployment('web', 50));
    await kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web', '--timeout=60s']);
    expect(
      await kubectl(['-n', namespace, 'get', 'deployment', 'web', '-o', 'jsonpath={.status.availableReplicas}']),
    ).toBe('50');
  });
});

describe('cordon, drain and budgets behave as in real Kubernetes', () => {
  const node = 'kwok-0042';

  test('a cordoned node takes no new pods, and takes them again after uncordon', async () => {
    await kubectl(['cordon', node]);
    try {
      await inNamespace(async (namespace) => {
        await kubectl(
          ['-n', namespace, 'apply', '-f', '-'],
          deployment('pinned', 1, { nodeSelector: { 'kubernetes.io/hostname': node } }),
        );
        await eventually(async () => {
          expect(await kubectl(['-n', namespace, 'get', 'events'])).toContain('unschedulable');
        });
        await kubectl(['uncordon', node]);
        await kubectl(['-n', namespace, 'rollout', 'status', 'deployment/pinned', '--timeout=30s']);
      });
    } finally {
      await kubectl(['uncordon', node]);
    }
  });

  test('a drain moves pods away; one that a budget forbids is refused with 429', async () => {
    await inNamespace(async (namespace) => {
      const inside = ['-n', namespace];
      await kubectl(
        [...inside, 'apply', '-f', '-'],
        `${deployment('free', 2)}\n${deployment('held', 2)}\n${budget('held', 2)}`.replaceAll('}\n{', '}\n---\n{'),
      );
      for (const name of ['free', 'held'])
        await kubectl([...inside, 'rollout', 'status', `deployment/${name}`, '--timeout=30s']);
      await eventually(async () => {
        expect(await kubectl([...inside, 'get', 'pdb', 'held', '-o', 'jsonpath={.status.currentHealthy}'])).toBe('2');
      });

      const nodeOf = async (app: string) =>
        (
          await kubectl([...inside, 'get', 'pods', '-l', `app=${app}`, '-o', 'jsonpath={.items[0].spec.nodeName}'])
        ).trim();
      const free = await nodeOf('free');
      try {
        await kubectl(['drain', free, '--ignore-daemonsets', '--pod-selector=app=free', '--timeout=30s']);
        await eventually(async () => {
          const nodes = await kubectl([
            ...inside,
            'get',
            'pods',
            '-l',
            'app=free',
            '-o',
            'jsonpath={.items[*].spec.nodeName}',
          ]);
          expect(nodes.split(' ')).not.toContain(free);
        });
      } finally {
        await kubectl(['uncordon', free]);
      }

      const pod = (
        await kubectl([...inside, 'get', 'pods', '-l', 'app=held', '-o', 'jsonpath={.items[0].metadata.name}'])
      ).trim();
      const eviction = JSON.stringify({
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: pod, namespace },
      });
      const refused = await tryKubectl(
        ['create', '--raw', `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`, '-f', '-'],
        eviction,
      );
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toMatch(/TooManyRequests|violate the pod's disruption budget/);
    });
  });
});

test('the audit log shows each call once', async () => {
  await inNamespace(async (namespace) => {
    const names = Array.from({ length: 20 }, (_, index) => `call-${index}`);
    for (const name of names) await kubectl(['-n', namespace, 'create', 'configmap', name]);
    await wait(500);
    const log = await readFile(setting('KUBE_AUDIT_LOG'), 'utf8');
    const calls = log
      .split('\n')
      .filter((line) => line.includes(`/namespaces/${namespace}/configmaps`))
      .map(
        (line) =>
          JSON.parse(line) as { verb: string; stage: string; user: { username: string }; objectRef: { name?: string } },
      )
      .filter((entry) => entry.verb === 'create' && entry.objectRef.name !== 'kube-root-ca.crt');
    expect(calls.map((entry) => entry.objectRef.name ?? '').toSorted()).toEqual(names.toSorted());
    expect(new Set(calls.map((entry) => `${entry.stage} ${entry.user.username}`))).toEqual(
      new Set(['ResponseComplete engines:admin']),
    );
  });
});
