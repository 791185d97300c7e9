import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustHave } from '../clusters/api.ts';
import { apiOf } from '../clusters/engine-api.ts';
import { agentFolder, type Cluster, kube, kube2 } from '../clusters/cluster.ts';
import { certificateFiles, ensureClusterAuthority, handOver, identities } from '../clusters/identities.ts';
import { ensureSigningKey } from '../runtime/certificates.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { versions } from '../versions.ts';
import { pkiFolder } from '../clusters/identities.ts';

function apiserver(cluster: Cluster): Engine {
  const name = `${cluster.name}-apiserver`;
  const user = cluster.users.apiserver;

  async function prepare(home: Home): Promise<void> {
    await ensureClusterAuthority(home, cluster);
    await handOver(home, name, user, {
      ...(await certificateFiles(home, cluster, identities.apiserver)),
      ...(await certificateFiles(home, cluster, identities.apiserverToKubelet, 'kubelet-client')),
      ...(await certificateFiles(home, cluster, identities.frontProxy, 'front-proxy')),
      'service-accounts.key': await ensureSigningKey(pkiFolder(home, cluster)),
      'audit-policy.yaml': await readFile(join(import.meta.dirname, '../clusters/audit-policy.yaml'), 'utf8'),
    });
  }

  function flags(home: Home): readonly string[] {
    return [
      `--bind-address=${home.listen}`,
      '--advertise-address=127.0.0.1',
      `--secure-port=${home.port(cluster.ports.apiserver)}`,
      `--etcd-servers=http://127.0.0.1:${home.port('etcd')}`,
      `--etcd-prefix=${cluster.etcdPrefix}`,
      '--tls-cert-file=/engine/tls.crt',
      '--tls-private-key-file=/engine/tls.key',
      '--client-ca-file=/engine/ca.crt',
      '--service-account-key-file=/engine/service-accounts.key',
      '--service-account-signing-key-file=/engine/service-accounts.key',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-cluster-ip-range=10.96.0.0/24',
      '--authorization-mode=Node,RBAC',
      '--enable-admission-plugins=NodeRestriction',
      '--anonymous-auth=false',
      '--allow-privileged=true',
      '--endpoint-reconciler-type=none',
      '--profiling=false',
      // logs and exec: the kubelet's certificate is checked, its address is the node's own.
      '--kubelet-preferred-address-types=InternalIP',
      '--kubelet-certificate-authority=/engine/ca.crt',
      '--kubelet-client-certificate=/engine/kubelet-client.crt',
      '--kubelet-client-key=/engine/kubelet-client.key',
      // Aggregation, for metrics-server.
      '--requestheader-client-ca-file=/engine/ca.crt',
      '--requestheader-allowed-names=front-proxy',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-username-headers=X-Remote-User',
      '--proxy-client-cert-file=/engine/front-proxy.crt',
      '--proxy-client-key-file=/engine/front-proxy.key',
      '--audit-policy-file=/engine/audit-policy.yaml',
      '--audit-log-path=/engine/audit.log',
      '--audit-log-maxsize=1024',
      '--audit-log-maxbackup=1',
    ];
  }

  return {
    name,
    title: `kube-apiserver ${versions.kubernetes}`,
    group: cluster.group,
    needs: ['etcd'],
    recipes: [debianRoot, kubernetesPrograms],
    hostPackages: ['openssl'],
    ports: [cluster.ports.apiserver],
    prepare,
    daemons: [
      {
        name,
        // It waits for open watches; ours reconnect, so there is nothing to wait for.
        patience: 3_000,
        program: (home) => ({
          folder: name,
          user,
          argv: ['/programs/kube-apiserver', ...flags(home)],
          programs: kubernetesPrograms,
        }),
      },
    ],
    check: async (home) => {
      const api = await apiOf(home, cluster);
      try {
        mustHave(await api.call('GET', '/readyz'), '/readyz');
      } finally {
        api.close();
      }
    },
    data: [name, cluster.name, agentFolder(cluster)],
  };
}

export const kubeApiserver = apiserver(kube);
export const kube2Apiserver = apiserver(kube2);
