import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUrl, adminKubeconfig, kube2 } from '../../dev/engines/clusters/cluster.ts';
import { type Door, doorIn, doorOut } from '../../dev/engines/docker/doors.ts';
import { dockerCompose, dockerEnvironment } from '../../dev/engines/docker/machine.ts';
import { cachedFolder } from '../../dev/engines/runtime/cache.ts';
import { kubernetesPrograms } from '../../dev/engines/runtime/go-programs.ts';
import type { Home } from '../../dev/engines/runtime/home.ts';
import { run } from '../../dev/engines/runtime/shell.ts';
import { openTerminals, type Terminals } from '../first-ten-minutes/terminal.ts';

/**
 * A stranger's machine within this one: the files of the repository as Git has them and nothing that was made of them,
 * docker, Node, kubectl, a home of its own, and a cluster that has nothing to do with compose.
 */
export interface Machine {
  readonly checkout: string;
  readonly home: string;
  readonly url: string;
  readonly image: string;
  readonly project: string;
  /** Where a container finds that cluster. */
  readonly clusterAddress: string;
  readonly terminals: Terminals;
  /** Another terminal with other settings, for what somebody does wrong. */
  readonly terminalsWith: (environment: Readonly<Record<string, string>>) => Terminals;
  readonly leave: () => Promise<void>;
}

const repository = join(import.meta.dirname, '../..');

/** Debian's compose is a program of its own; people type it as docker's. */
const dockerScript = `#!/bin/sh
if [ "$1" = compose ]; then shift; exec /usr/bin/docker-compose "$@"; fi
exec /usr/bin/docker "$@"
`;

export async function openMachine(engines: Home): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-stranger-'));
  const [checkout, home, bin] = ['wheelhouse', 'home', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [checkout, join(home, '.kube'), bin]) await mkdir(made, { recursive: true });
  await run('sh', [
    '-ec',
    'cd "$1" && git ls-files -z | tar --create --null --files-from=- --ignore-failed-read 2>/dev/null | tar --extract --directory "$2"',
    'sh',
    repository,
    checkout,
  ]);
  await writeFile(join(bin, 'docker'), dockerScript);
  await chmod(join(bin, 'docker'), 0o755);
  await symlink(process.execPath, join(bin, 'node'));
  await symlink(await realpath((await run('sh', ['-c', 'command -v npm'])).trim()), join(bin, 'npm'));
  await symlink(join(await cachedFolder(kubernetesPrograms), 'kubectl'), join(bin, 'kubectl'));
  await writeFile(join(home, '.kube/config'), await readFile(adminKubeconfig(engines, kube2)), { mode: 0o600 });
  const port = await freePort();
  const project = `wheelhouse-stranger-${process.pid}`;
  const image = 'wheelhouse-stranger';
  // What the guide has people write where 8080 is taken; the rest keeps this run apart from others.
  const settings = {
    WHEELHOUSE_PORT: String(port),
    EXTERNAL_URL: `http://127.0.0.1:${port}`,
    WHEELHOUSE_IMAGE: image,
    COMPOSE_PROJECT_NAME: project,
  };
  await writeFile(
    join(checkout, 'deploy/.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const { DOCKER_HOST = '', DOCKER_CONFIG = '' } = dockerEnvironment(engines);
  const environment = {
    PATH: `${bin}:${join(home, '.local/bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: home,
    DOCKER_HOST,
    DOCKER_CONFIG,
    // The address is read from the terminal; nothing opens by itself.
    BROWSER: 'true',
    // A person's npm has a place for programs.
    npm_config_prefix: join(home, '.local'),
    npm_config_update_notifier: 'false',
  };
  const clusterPort = Number(new URL(serverUrl(engines, kube2)).port);
  const doors: Door[] = [
    await doorIn(engines, port, port),
    await doorOut(engines, clusterPort, { host: '127.0.0.1', port: clusterPort }),
  ];
  const opened: Terminals[] = [];
  const terminalsWith = (more: Readonly<Record<string, string>>) => {
    const terminals = openTerminals({ ...environment, ...more }, join(checkout, 'deploy'));
    opened.push(terminals);
    return terminals;
  };
  return {
    checkout,
    home,
    url: settings.EXTERNAL_URL,
    image,
    project,
    clusterAddress: `https://host.docker.internal:${clusterPort}`,
    terminals: terminalsWith({}),
    terminalsWith,
    leave: async () => {
      for (const terminals of opened) await terminals.end();
      const down = ['--profile', 'demo', 'down', '--volumes', '--remove-orphans', '--timeout', '5'];
      await dockerCompose(engines, down, { cwd: join(checkout, 'deploy') });
      for (const door of doors) await door.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
