import { request } from 'node:http';
import { join } from 'node:path';
import { dockerCgroup, dockerDaemon, dockerFolder, dockerSocket } from '../docker/machine.ts';
import { killProcessesIn, makeCgroups, removeCgroups } from '../runtime/cgroups.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine, ownedFolder } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { markName } from '../runtime/proc.ts';
import { tryRun } from '../runtime/shell.ts';
import { versions } from '../versions.ts';

/**
 * Docker in a network and mounts of its own, so that nothing of the host changes. The tmpfs over /run hides a docker
 * the host may have; its name marks all that dockerd starts.
 */
const enter = `
ip link set lo up
mount -t tmpfs -o mode=755 "$${markName}" /run
exec dockerd "$@"`;

async function command(home: Home): Promise<readonly string[]> {
  const flags = [
    `--host=unix://${dockerSocket(home)}`,
    `--data-root=${join(home.dir, dockerFolder, 'data')}`,
    '--exec-root=/run/docker',
    '--pidfile=/run/docker.pid',
    '--storage-driver=overlay2',
    '--exec-opt=native.cgroupdriver=cgroupfs',
    `--cgroup-parent=/${dockerCgroup(home)}`,
    // Containers that do not heed SIGTERM have no longer than this when docker goes down.
    '--shutdown-timeout=5',
    '--log-level=warn',
  ];
  return ['unshare', '--mount', '--net', '--propagation', 'private', 'sh', '-ec', enter, 'sh', ...flags];
}

function ping(home: Home): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: dockerSocket(home), path: '/_ping', timeout: 3_000 }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`/_ping answered ${answer.statusCode}`));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer within 3 s')));
    asked.on('error', reject);
    asked.end();
  });
}

export const docker: Engine = {
  name: 'docker',
  title: `Docker ${versions.docker} with Compose ${versions.dockerCompose}`,
  group: 'docker',
  needs: [],
  // What its images are made of: none can be pulled.
  recipes: [debianRoot],
  hostPackages: ['docker.io', 'docker-compose', 'iproute2'],
  ports: [],
  impossible: async () => {
    for (const other of ['docker-ce', 'containerd.io']) {
      const state = await tryRun('dpkg-query', ['-W', '-f', '${db:Status-Status}', other]);
      if (state.stdout === 'installed') return `${other} is installed, and Debian's docker.io would take its place`;
    }
    const allowed = await tryRun('unshare', ['--mount', '--net', 'true']);
    return allowed.code === 0 ? undefined : `unshare --mount --net: ${allowed.stderr.trim()}`;
  },
  prepare: async (home) => {
    await ownedFolder(home, 0, dockerFolder);
    // Containers outlive a dockerd that was killed, and hold its namespaces.
    await killProcessesIn(dockerCgroup(home));
    await makeCgroups(dockerCgroup(home));
  },
  daemons: [{ name: dockerDaemon, patience: 20_000, program: command }],
  check: ping,
  cleanUp: async (home) => {
    await killProcessesIn(dockerCgroup(home));
    await removeCgroups(dockerCgroup(home));
  },
  data: [dockerFolder],
};
