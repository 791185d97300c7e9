import { join } from 'node:path';
import { type Cluster, kube, kube2 } from '../clusters/cluster.ts';
import { certificateFiles, handOver, identities, kubeconfigFor, pkiFolder } from '../clusters/identities.ts';
import { ensureSigningKey } from '../runtime/certificates.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { httpsHealthy } from '../runtime/http-health.ts';
import { versions } from '../versions.ts';

/**
 * How long a node may be silent before it counts as gone. Longer than Kubernetes' own 50 s, because
 * KWOK renews leases rarely; a fleet whose nodes only stand there is given hours.
 */
function nodeGrace(): string {
  return process.env['ENGINES_NODE_GRACE'] ?? '5m';
}

function controllerManager(cluster: Cluster): Engine {
  const name = `${cluster.name}-controller-manager`;
  const user = cluster.users.controllerManager;

  async function prepare(home: Home): Promise<void> {
    await handOver(home, name, user, {
      ...(await certificateFiles(home, cluster, identities.controllerManager)),
      kubeconfig: await kubeconfigFor(home, cluster, identities.controllerManager),
      'service-accounts.key': await ensureSigningKey(pkiFolder(home, cluster)),
    });
  }

  function flags(home: Home): readonly string[] {
    return [
      '--kubeconfig=/engine/kubeconfig',
      '--authentication-kubeconfig=/engine/kubeconfig',
      '--authorization-kubeconfig=/engine/kubeconfig',
      '--root-ca-file=/engine/ca.crt',
      '--service-account-private-key-file=/engine/service-accounts.key',
      '--use-service-account-credentials=true',
      '--leader-elect=false',
      `--bind-address=${home.listen}`,
      `--secure-port=${home.port(cluster.ports.controllerManager)}`,
      '--tls-cert-file=/engine/tls.crt',
      '--tls-private-key-file=/engine/tls.key',
      `--node-monitor-grace-period=${nodeGrace()}`,
      // The defaults (20 and 50) would make a fleet of 50,000 pods take the better part of an hour.
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
      '--profiling=false',
    ];
  }

  return {
    name,
    title: `kube-controller-manager ${versions.kubernetes}`,
    group: cluster.group,
    needs: [`${cluster.name}-apiserver`],
    recipes: [debianRoot, kubernetesPrograms],
    ports: [cluster.ports.controllerManager],
    prepare,
    daemons: [
      {
        name,
        program: (home) => ({
          folder: name,
          user,
          argv: ['/programs/kube-controller-manager', ...flags(home)],
          programs: kubernetesPrograms,
        }),
      },
    ],
    check: (home) =>
      httpsHealthy(home.port(cluster.ports.controllerManager), '/healthz', join(pkiFolder(home, cluster), 'ca.crt')),
    data: [name],
  };
}

export const kubeControllerManager = controllerManager(kube);
export const kube2ControllerManager = controllerManager(kube2);
