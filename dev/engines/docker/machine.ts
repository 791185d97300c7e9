import { join } from 'node:path';
import { runningPid } from '../runtime/daemon.ts';
import type { Home } from '../runtime/home.ts';
import { type CommandOptions, type CommandResult, tryRun } from '../runtime/shell.ts';

/** Docker as a machine of its own: its network, mounts and cgroup are nobody else's. */

export const dockerDaemon = 'dockerd';
export const dockerFolder = 'docker';

export function dockerSocket(home: Home): string {
  return join(home.dir, dockerFolder, 'docker.sock');
}

export function dockerCgroup(home: Home): string {
  return `wheelhouse-docker-${home.slot}`;
}

/** A command in docker's network, where published ports are. Every step is an exec. */
export async function inDockerNetwork(home: Home, argv: readonly string[]): Promise<readonly string[]> {
  const holder = await runningPid(home, dockerDaemon);
  if (holder === undefined) throw new Error('docker is not up. Next step: npm run engines -- up docker');
  return ['nsenter', '--target', String(holder.pid), '--net', '--', ...argv];
}

/** Debian's own, by its path: another `docker` may stand before it. */
export function docker(home: Home, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return tryRun('/usr/bin/docker', args, { ...options, env: dockerEnvironment(home, options.env) });
}

export function dockerCompose(
  home: Home,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return tryRun('/usr/bin/docker-compose', args, { ...options, env: dockerEnvironment(home, options.env) });
}

export function dockerEnvironment(home: Home, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DOCKER_HOST: `unix://${dockerSocket(home)}`,
    // What a person has set up for their own docker is not ours.
    DOCKER_CONFIG: join(home.dir, dockerFolder, 'config'),
    DOCKER_BUILDKIT: '1',
    COMPOSE_DOCKER_CLI_BUILD: '1',
    ...more,
  };
}
