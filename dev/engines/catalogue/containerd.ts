import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressesOf, insideNode, whyImpossible } from '../node/machine.ts';
import { killProcessesIn } from '../runtime/cgroups.ts';
import { nodePrograms } from '../runtime/go-programs.ts';
import type { Engine } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { tryRun } from '../runtime/shell.ts';
import { imageTags, versions } from '../versions.ts';

const socket = '/run/containerd/containerd.sock';

function configuration(home: Home): string {
  return `version = 3
root = '/var/lib/containerd'
state = '/run/containerd'

[grpc]
  address = '${socket}'

[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = '127.0.0.1:${home.port('registry')}/pause:${imageTags.pause}'

[plugins.'io.containerd.cri.v1.images'.registry]
  config_path = '/engine/registries'

[plugins.'io.containerd.cri.v1.runtime']
  # This machine's root may not lower oom_score_adj (no CAP_SYS_RESOURCE); runc would fail trying.
  restrict_oom_score_adj = true
  # So that the pods' network namespaces vanish with the node's mounts.
  netns_mounts_under_state_dir = true

[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
  runtime_type = 'io.containerd.runc.v2'

[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
  SystemdCgroup = false

[plugins.'io.containerd.cri.v1.runtime'.cni]
  bin_dirs = ['/node-programs']
  conf_dir = '/engine/cni'
`;
}

function network(home: Home): string {
  const { podRange, podGateway } = addressesOf(home);
  const bridge = {
    type: 'bridge',
    bridge: 'cni0',
    isGateway: true,
    ipMasq: false,
    ipam: {
      type: 'host-local',
      ranges: [[{ subnet: podRange, gateway: podGateway }]],
      routes: [{ dst: '0.0.0.0/0' }],
      dataDir: '/run/cni',
    },
  };
  return JSON.stringify({ cniVersion: '1.0.0', name: 'pods', plugins: [{ type: 'loopback' }, bridge] });
}

async function prepare(home: Home): Promise<void> {
  const folder = join(home.dir, 'node');
  const registry = `127.0.0.1:${home.port('registry')}`;
  const hosts = join(folder, 'registries', registry);
  await mkdir(hosts, { recursive: true });
  await mkdir(join(folder, 'cni'), { recursive: true });
  await writeFile(join(folder, 'containerd.toml'), configuration(home));
  await writeFile(join(folder, 'cni', 'pods.conflist'), network(home));
  const plain = `server = 'http://${registry}'\n\n[host.'http://${registry}']\n  capabilities = ['pull', 'resolve']\n`;
  await writeFile(join(hosts, 'hosts.toml'), plain);
}

export const containerd: Engine = {
  name: 'containerd',
  title: `containerd ${versions.containerd}`,
  group: 'node',
  needs: ['node-network'],
  restartsWith: ['node-network'],
  recipes: [nodePrograms],
  ports: [],
  impossible: whyImpossible,
  prepare,
  daemons: [
    {
      name: 'containerd',
      program: (home) => insideNode(home, ['/node-programs/containerd', '--config', '/engine/containerd.toml']),
      env: () => ({ PATH: '/node-programs:/usr/sbin:/usr/bin:/sbin:/bin' }),
    },
  ],
  check: async (home) => {
    const [program = '', ...args] = await insideNode(home, [
      '/node-programs/ctr',
      '--address',
      socket,
      '--timeout',
      '3s',
      'version',
    ]);
    const answer = await tryRun(program, args);
    if (answer.code !== 0) throw new Error(answer.stderr.trim());
  },
  // The kubelet, which would start them anew, is gone by now.
  cleanUp: (home) => killProcessesIn(addressesOf(home).cgroup),
  data: [],
};
