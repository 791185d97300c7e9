import { join } from 'node:path';
import { type Cluster, kube, kube2 } from '../clusters/cluster.ts';
import { certificateFiles, handOver, identities, kubeconfigFor, pkiFolder } from '../clusters/identities.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { httpsHealthy } from '../runtime/http-health.ts';
import { versions } from '../versions.ts';

function scheduler(cluster: Cluster): Engine {
  const name = `${cluster.name}-scheduler`;
  const user = cluster.users.scheduler;

  function flags(home: Home): readonly string[] {
    return [
      '--kubeconfig=/engine/kubeconfig',
      '--authentication-kubeconfig=/engine/kubeconfig',
      '--authorization-kubeconfig=/engine/kubeconfig',
      '--leader-elect=false',
      `--bind-address=${home.listen}`,
      `--secure-port=${home.port(cluster.ports.scheduler)}`,
      '--tls-cert-file=/engine/tls.crt',
      '--tls-private-key-file=/engine/tls.key',
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
      '--profiling=false',
    ];
  }

  return {
    name,
    title: `kube-scheduler ${versions.kubernetes}`,
    group: cluster.group,
    needs: [`${cluster.name}-apiserver`],
    recipes: [debianRoot, kubernetesPrograms],
    ports: [cluster.ports.scheduler],
    prepare: async (home) => {
      await handOver(home, name, user, {
        ...(await certificateFiles(home, cluster, identities.scheduler)),
        kubeconfig: await kubeconfigFor(home, cluster, identities.scheduler),
      });
    },
    daemons: [
      {
        name,
        program: (home) => ({
          folder: name,
          user,
          argv: ['/programs/kube-scheduler', ...flags(home)],
          programs: kubernetesPrograms,
        }),
      },
    ],
    check: (home) =>
      httpsHealthy(home.port(cluster.ports.scheduler), '/healthz', join(pkiFolder(home, cluster), 'ca.crt')),
    data: [name],
  };
}

export const kubeScheduler = scheduler(kube);
export const kube2Scheduler = scheduler(kube2);
