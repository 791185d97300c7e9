import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apply, mustHave } from '../clusters/api.ts';
import { apiOf } from '../clusters/engine-api.ts';
import { kube } from '../clusters/cluster.ts';
import { metricsRegistration } from '../clusters/metrics-registration.ts';
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
    // A kubelet tells the use of its whole machine, which the engines, builds and browsers beside it keep busy.
    '--node-selector=wheelhouse.dev/real-node!=true',
    '--kubelet-request-timeout=5s',
  ];
}

export async function registration(home: Home) {
  const authority = await readFile(join(pkiFolder(home, kube), 'ca.crt'));
  return metricsRegistration(home.port('metricsServer'), { caBundle: authority.toString('base64') });
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
