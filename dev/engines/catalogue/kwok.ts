import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustHave } from '../clusters/api.ts';
import { apiOf } from '../clusters/engine-api.ts';
import { type Cluster, kube, kube2 } from '../clusters/cluster.ts';
import { certificateFiles, handOver, identities, kubeconfigFor, pkiFolder } from '../clusters/identities.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { httpsHealthy } from '../runtime/http-health.ts';
import { versions } from '../versions.ts';

function kwokOf(cluster: Cluster): Engine {
  const name = cluster.kwokName;
  const user = cluster.users.kwok;

  function flags(home: Home): readonly string[] {
    const port = home.port(cluster.ports.kwok);
    return [
      // At its default level it warns of every node without pods, every 15 s.
      '--v=ERROR',
      '--kubeconfig=/engine/kubeconfig',
      '--config=/engine/behaviour.yaml',
      // Never all nodes: the real one has a kubelet of its own.
      '--manage-all-nodes=false',
      '--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake',
      '--node-ip=127.0.0.1',
      `--node-port=${port}`,
      `--server-address=${home.listen}:${port}`,
      '--tls-cert-file=/engine/tls.crt',
      '--tls-private-key-file=/engine/tls.key',
      // At 40 s (the default) the leases of 500 nodes alone keep a third of a core busy.
      '--node-lease-duration-seconds=200',
    ];
  }

  /**
   * KWOK gives itself a new identity at every start and plays no node whose lease another one
   * holds: a killed one would keep its nodes frozen until their leases ran out.
   */
  async function forgetLeases(home: Home): Promise<void> {
    const api = await apiOf(home, cluster);
    try {
      const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
      const answer = await api.call('DELETE', leases);
      if (answer.status !== 404) mustHave(answer, `DELETE ${leases}`);
    } finally {
      api.close();
    }
  }

  return {
    name,
    title: `KWOK ${versions.kwok}`,
    group: cluster.kwokGroup,
    needs: [`${cluster.name}-apiserver`],
    recipes: [debianRoot, kubernetesPrograms],
    ports: [cluster.ports.kwok],
    prepare: async (home) => {
      await handOver(home, name, user, {
        ...(await certificateFiles(home, cluster, identities.kwok)),
        kubeconfig: await kubeconfigFor(home, cluster, identities.kwok),
        'behaviour.yaml': await readFile(join(import.meta.dirname, '../kwok/behaviour.yaml'), 'utf8'),
      });
    },
    arrange: forgetLeases,
    daemons: [
      {
        name,
        program: (home) => ({
          folder: name,
          user,
          argv: ['/programs/kwok', ...flags(home)],
          programs: kubernetesPrograms,
        }),
        env: () => ({ HOME: '/tmp' }),
      },
    ],
    check: (home) => httpsHealthy(home.port(cluster.ports.kwok), '/healthz', join(pkiFolder(home, cluster), 'ca.crt')),
    data: [name],
  };
}

export const kwok = kwokOf(kube);
export const kube2Kwok = kwokOf(kube2);
