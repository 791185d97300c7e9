import { expect, test } from 'vitest';
import { cli, deployment, inNamespace, kubectl, setting, tryKubectl } from './support.ts';

test('two clusters share node names and nothing else', async () => {
  await cli(['nodes', '20', 'kube2']);
  await cli(['nodes', '500']);
  const uidOf = (cluster: 'KUBECONFIG' | 'KUBE2_KUBECONFIG') =>
    kubectl(['get', 'node', 'kwok-0001', '-o', 'jsonpath={.metadata.uid}'], '', cluster);
  expect(await uidOf('KUBECONFIG')).not.toBe(await uidOf('KUBE2_KUBECONFIG'));
  await inNamespace(async (namespace) => {
    const there = await tryKubectl(['get', 'namespace', namespace], '', 'KUBECONFIG');
    expect(there.stderr).toContain('not found');
    await kubectl(['-n', namespace, 'apply', '-f', '-'], deployment('web', 3), 'KUBE2_KUBECONFIG');
    await kubectl(['-n', namespace, 'rollout', 'status', 'deployment/web', '--timeout=60s'], '', 'KUBE2_KUBECONFIG');
  }, 'KUBE2_KUBECONFIG');
});

test('credentials of one cluster are nothing to the other', async () => {
  const server = (
    await kubectl(['config', 'view', '-o', 'jsonpath={.clusters[0].cluster.server}'], '', 'KUBE2_KUBECONFIG')
  ).trim();
  const refused = await tryKubectl([
    '--server',
    server,
    '--insecure-skip-tls-verify',
    '--certificate-authority=',
    'get',
    'nodes',
  ]);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toMatch(/Unauthorized|logged in/);
  expect(setting('KUBECONFIG')).not.toBe(setting('KUBE2_KUBECONFIG'));
});
