import { type Engine, ownedFolder } from '../runtime/engine.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { users } from '../runtime/users.ts';
import { versions } from '../versions.ts';

const folder = 'etcd';

function flags(home: Home): readonly string[] {
  const client = `http://127.0.0.1:${home.port('etcd')}`;
  const peer = `http://127.0.0.1:${home.port('etcdPeer')}`;
  return [
    '--name=wheelhouse',
    '--data-dir=/engine/data',
    `--listen-client-urls=http://${home.listen}:${home.port('etcd')}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=wheelhouse=${peer}`,
    '--quota-backend-bytes=8589934592',
    '--auto-compaction-retention=30m',
    '--log-level=warn',
    // A killed process loses nothing by this; only a machine that loses power could.
    '--unsafe-no-fsync',
  ];
}

export const etcd: Engine = {
  name: 'etcd',
  title: `etcd ${versions.etcd}`,
  group: 'kube',
  needs: [],
  recipes: [debianRoot, kubernetesPrograms],
  ports: ['etcd', 'etcdPeer'],
  prepare: async (home) => {
    await ownedFolder(home, users.etcd, folder);
  },
  daemons: [
    {
      name: 'etcd',
      program: (home) => ({
        folder,
        user: users.etcd,
        argv: ['/programs/etcd', ...flags(home)],
        programs: kubernetesPrograms,
      }),
    },
  ],
  check: async (home) => {
    const answer = await fetch(`http://127.0.0.1:${home.port('etcd')}/health`, { signal: AbortSignal.timeout(3_000) });
    const { health } = (await answer.json()) as { health?: string };
    if (health !== 'true') throw new Error(`/health says ${health}`);
  },
  data: [folder],
};
