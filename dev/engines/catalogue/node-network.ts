import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { kube } from '../clusters/cluster.ts';
import { addressesOf, insideNode, namespaceDaemon, whyImpossible } from '../node/machine.ts';
import { cachedFolder } from '../runtime/cache.ts';
import { makeCgroups, removeCgroups } from '../runtime/cgroups.ts';
import { logTail } from '../runtime/daemon.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type DaemonSpec, type Engine, ownedFolder } from '../runtime/engine.ts';
import { kubernetesPrograms, nodePrograms } from '../runtime/go-programs.ts';
import type { Home, PortName } from '../runtime/home.ts';
import { tryRun } from '../runtime/shell.ts';
import { users } from '../runtime/users.ts';

const folder = 'node';
const sockets = 'node-sockets';

async function namespaceCommand(home: Home): Promise<readonly string[]> {
  const { hostInterface, hostAddress, nodeAddress, podRange } = addressesOf(home);
  const script = await readFile(join(import.meta.dirname, '../node/namespace.sh'), 'utf8');
  const folders = [join(home.dir, folder), join(home.dir, sockets)];
  const programs = [await cachedFolder(kubernetesPrograms), await cachedFolder(nodePrograms)];
  const addresses = [hostInterface, hostAddress, nodeAddress, podRange];
  const inner = ['unshare', '--mount', '--net', '--propagation', 'private', 'sh', '-c', script, 'sh'];
  const where = [await cachedFolder(debianRoot), ...folders, ...programs, ...addresses, String(users.forwarder)];
  return ['sh', '-c', 'exec 9</proc/self/ns/net; exec "$@"', 'sh', ...inner, ...where];
}

/**
 * The API server and the registry listen on the host's loopback, which the node cannot see. A unix
 * socket crosses network namespaces, so a pair of forwarders gives the node the same addresses.
 */
function forwarders(name: string, port: PortName): readonly DaemonSpec[] {
  const socket = `${name}.sock`;
  return [
    {
      name: `forward-${name}-host`,
      program: (home) => {
        const argv = [
          'socat',
          `UNIX-LISTEN:/engine/${socket},fork,unlink-early,mode=600`,
          `TCP:127.0.0.1:${home.port(port)}`,
        ];
        return { folder: sockets, user: users.forwarder, argv };
      },
    },
    {
      name: `forward-${name}-node`,
      program: async (home) => {
        await namespaceReady(home);
        const drop = ['setpriv', `--reuid=${users.forwarder}`, `--regid=${users.forwarder}`, '--clear-groups'];
        const listen = `TCP-LISTEN:${home.port(port)},bind=127.0.0.1,fork,reuseaddr`;
        return insideNode(home, [...drop, 'socat', listen, `UNIX-CONNECT:/sockets/${socket}`]);
      },
    },
  ];
}

/** The script says when it is done; until then there is no place to run anything in. */
async function namespaceReady(home: Home): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const tail = await logTail(home, namespaceDaemon, 40);
    const said = tail.slice(tail.lastIndexOf('--- started'));
    if (said.includes('are there')) return;
    if (performance.now() > deadline) throw new Error(`the node's namespace was not made within 10 s:\n${said}`);
    await wait(50);
  }
}

export const nodeNetwork: Engine = {
  name: 'node-network',
  title: "the real node's mounts and network",
  group: 'node',
  needs: ['kube-apiserver', 'registry'],
  recipes: [debianRoot, kubernetesPrograms, nodePrograms],
  hostPackages: ['iproute2'],
  ports: [],
  impossible: whyImpossible,
  prepare: async (home) => {
    await ownedFolder(home, 0, folder);
    await ownedFolder(home, users.forwarder, sockets);
    await makeCgroups(addressesOf(home).cgroup);
  },
  daemons: [
    { name: namespaceDaemon, patience: 500, program: namespaceCommand },
    ...forwarders('api', kube.ports.apiserver),
    ...forwarders('registry', 'registry'),
  ],
  check: async (home) => {
    const probe = await insideNode(home, [
      'socat',
      '-u',
      '/dev/null',
      `TCP:127.0.0.1:${home.port(kube.ports.apiserver)}`,
    ]);
    const [program = '', ...args] = probe;
    const reached = await tryRun(program, args);
    if (reached.code !== 0) throw new Error(`the node does not reach the API server: ${reached.stderr.trim()}`);
  },
  cleanUp: async (home) => {
    await tryRun('ip', ['link', 'delete', addressesOf(home).hostInterface]);
    await removeCgroups(addressesOf(home).cgroup);
  },
  data: [folder, sockets],
};
