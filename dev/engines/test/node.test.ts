import { describe, expect, test } from 'vitest';
import { nodeName, nodeTaint } from '../node/machine.ts';
import { deployment, eventually, inNamespace, isPossible, kubectl, setting } from './support.ts';

const possible = await isPossible('kubelet');

function onRealNode(env: readonly { name: string; value: string }[], grace: number) {
  return {
    nodeSelector: { [nodeTaint]: 'true' },
    tolerations: [{ key: nodeTaint, operator: 'Exists' }],
    terminationGracePeriodSeconds: grace,
    containers: [
      {
        name: 'web',
        image: setting('TEST_IMAGE'),
        env,
        readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 },
      },
    ],
  };
}

describe.runIf(possible)('the real node', () => {
  test('runs pods that answer HTTP through the API server, with logs, exec and grace', async () => {
    await inNamespace(async (namespace) => {
      const inside = ['-n', namespace];
      const template = onRealNode([{ name: 'END_AFTER', value: 'never' }], 4);
      await kubectl([...inside, 'apply', '-f', '-'], deployment('real', 2, template));
      await kubectl([...inside, 'rollout', 'status', 'deployment/real', '--timeout=60s']);
      await kubectl([...inside, 'expose', 'deployment/real', '--port=80', '--target-port=8080']);
      await eventually(async () => {
        expect(await kubectl(['get', '--raw', `/api/v1/namespaces/${namespace}/services/real:80/proxy/`])).toMatch(
          /^hello from real-/,
        );
      });

      const pod = (await kubectl([...inside, 'get', 'pods', '-o', 'jsonpath={.items[0].metadata.name}'])).trim();
      expect(await kubectl([...inside, 'logs', pod])).toContain('web on port 8080');
      expect(await kubectl([...inside, 'exec', pod, '--', '/web', 'it', 'runs'])).toBe('it runs\n');

      const began = performance.now();
      await kubectl([...inside, 'delete', 'pod', pod]);
      expect(performance.now() - began).toBeGreaterThan(3_900);
      expect(performance.now() - began).toBeLessThan(12_000);
    });
  });

  test('takes only what asks for it', async () => {
    await inNamespace(async (namespace) => {
      const hopeful = { nodeSelector: { 'kubernetes.io/hostname': nodeName } };
      await kubectl(['-n', namespace, 'apply', '-f', '-'], deployment('hopeful', 1, hopeful));
      await eventually(async () =>
        expect(await kubectl(['-n', namespace, 'get', 'events'])).toContain('untolerated taint'),
      );
    });
  });
});
