import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiOf, apply, type KubernetesObject, mustHave } from '../clusters/api.ts';
import { kube } from '../clusters/cluster.ts';
import { certificateFiles, handOver, identities, kubeconfigFor, pkiFolder } from '../clusters/identities.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { users } from '../runtime/users.ts';
import { versions } from '../versions.ts';

const name = 'metrics-server';

function flags(home: Home): readonly string[] {
  return [
    '--kubeconfig=/engine/kubeconfig',
    '--authentication-kubeconfig=/engine/kubeconfig',
    '--authorization-kubeconfig=/engine/kubeconfig',
    `--bind-address=${home.listen}`,
    `--secure-port=${home.port('metricsServer')}`,
    '--tls-cert-file=/engine/tls.crt',
    '--tls-private-key-file=/engine/tls.key',
    '--kubelet-certificate-authority=/engine/ca.crt',
    '--kubelet-preferred-address-types=InternalIP',
    '--kubelet-use-node-status-port',
    '--metric-resolution=10s',
    '--kubelet-request-timeout=5s',
  ];
}

/** What tells the API server that metrics.k8s.io is served here. */
export async function registration(
  home: Home,
): Promise<readonly (KubernetesObject & { readonly collection: string })[]> {
  const authority = await readFile(join(pkiFolder(home, kube), 'ca.crt'));
  return [
    {
      collection: '/api/v1/namespaces/kube-system/services',
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'kube-system' },
      // Endpoints may not be loopback addresses; an external name may.
      spec: { type: 'ExternalName', externalName: 'localhost' },
    },
    {
      collection: '/apis/apiregistration.k8s.io/v1/apiservices',
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.metrics.k8s.io' },
      spec: {
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        caBundle: authority.toString('base64'),
        service: { name, namespace: 'kube-system', port: home.port('metricsServer') },
      },
    },
  ];
}

async function register(home: Home): Promise<void> {
  const api = await apiOf(home, kube);
  try {
    for (const { collection, ...object } of await registration(home)) await apply(api, collection, object);
  } finally {
    api.close();
  }
}

async function check(home: Home): Promise<void> {
  const api = await apiOf(home, kube);
  try {
    mustHave(await api.call('GET', '/apis/metrics.k8s.io/v1beta1/nodes'), 'the metrics API');
  } finally {
    api.close();
  }
}

export const metricsServer: Engine = {
  name,
  title: `metrics-server ${versions.metricsServer}`,
  group: 'metrics-server',
  needs: ['kube-apiserver'],
  recipes: [debianRoot, kubernetesPrograms],
  ports: ['metricsServer'],
  prepare: async (home) => {
    await handOver(home, name, users.metricsServer, {
      ...(await certificateFiles(home, kube, identities.metricsServer)),
      kubeconfig: await kubeconfigFor(home, kube, identities.metricsServer),
    });
  },
  arrange: register,
  daemons: [
    {
      name,
      program: (home) => ({
        folder: name,
        user: users.metricsServer,
        argv: ['/programs/metrics-server', ...flags(home)],
        programs: kubernetesPrograms,
      }),
    },
  ],
  check,
  data: [name],
};
