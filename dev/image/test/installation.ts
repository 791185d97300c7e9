import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dockerCompose, dockerEnvironment, dockerFolder } from '../../engines/docker/machine.ts';
import { signal } from '../../engines/runtime/proc.ts';
import { run } from '../../engines/runtime/shell.ts';
import { home, inDocker, mustDocker } from './support.ts';

/** An installation by deploy/compose.yml, under a name of its own. */

export const project = `wheelhouse-test-${process.pid}`;
/** In docker's own network, which no other test has a port in. */
export const publishedPort = 18_080;
const file = join(import.meta.dirname, '../../../deploy/compose.yml');
const settings = {
  COMPOSE_PROJECT_NAME: project,
  WHEELHOUSE_PORT: String(publishedPort),
  COMPOSE_ANSI: 'never',
};

export const stores = ['postgres', 'rabbitmq', 'valkey'] as const;
export const lasting = [...stores, 'wheelhouse'] as const;
type Service = (typeof lasting)[number];

export async function compose(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await dockerCompose(home, ['--file', file, ...args], { env: settings });
  if (code !== 0) throw new Error(`docker-compose ${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout + stderr;
}

export interface Attached {
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

/** `up` as a person sees it, in the foreground. */
export function composeUp(): Attached {
  const child = spawn('/usr/bin/docker-compose', ['--file', file, '--no-ansi', 'up'], {
    env: dockerEnvironment(home, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    said: () => output,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

export async function composeDown(): Promise<void> {
  await compose('down', '--volumes', '--timeout', '5');
}

/** By name, because a container that was made anew has another id. */
export const containerOf = (service: string) => `${project}_${service}_1`;

export async function healthOfContainer(service: Service): Promise<string> {
  return mustDocker('inspect', '--format', '{{.State.Health.Status}}', containerOf(service));
}

export async function restartsOf(service: Service): Promise<number> {
  return Number(await mustDocker('inspect', '--format', '{{.RestartCount}}', containerOf(service)));
}

/** Its first process, from outside: `docker kill` would count as a person's wish that it stays away. */
export async function crash(service: Service): Promise<void> {
  signal(Number(await mustDocker('inspect', '--format', '{{.State.Pid}}', containerOf(service))), 'SIGKILL');
}

export interface Readiness {
  readonly status: number;
  readonly dependencies: Readonly<Record<string, string>>;
}

const ask = `fetch('http://127.0.0.1:9080/readyz').then(async (answer) => {
  const { dependencies } = await answer.json();
  console.log(JSON.stringify({ status: answer.status, dependencies }));
})`;

export async function readiness(): Promise<Readiness> {
  return JSON.parse(await mustDocker('exec', containerOf('wheelhouse'), 'node', '-e', ask)) as Readiness;
}

export function wheelhouse(...args: readonly string[]) {
  return inDocker('exec', containerOf('wheelhouse'), 'wheelhouse', ...args);
}

/** What the volumes of secrets hold, by the file's name: read where docker keeps them, as its root can. */
export function secretFiles(): ReadonlyMap<string, string> {
  const volumes = join(home.dir, dockerFolder, 'data/volumes');
  const found = new Map<string, string>();
  for (const volume of readdirSync(volumes).filter(
    (name) => name.startsWith(`${project}_`) && name.endsWith('-secrets'),
  ))
    for (const name of readdirSync(join(volumes, volume, '_data')))
      found.set(
        `${volume.slice(project.length + 1)}/${name}`,
        readFileSync(join(volumes, volume, '_data', name), 'utf8'),
      );
  return found;
}

/** The secret part of each: the password of a URL, the key after its id. */
export function secretsIn(files: ReadonlyMap<string, string>): readonly string[] {
  const text = [...files.values()].join('\n');
  const passwords = [...text.matchAll(/\b[0-9a-f]{48}\b/g)].map(([password]) => password);
  const access = files.get('wheelhouse-secrets/AUTH_JWT_ACCESS_SECRET') ?? '';
  const key = (files.get('wheelhouse-secrets/SECRETS_KEYS') ?? '').replace(/^k1:/, '');
  return [...new Set([...passwords, access, key])];
}

/** Everything docker still has of the project. */
export async function tracesOfProject(): Promise<readonly string[]> {
  const ours = ['--quiet', '--filter', `label=com.docker.compose.project=${project}`];
  const lists = [
    ['ps', '--all'],
    ['volume', 'ls'],
    ['network', 'ls'],
  ].map((words) => mustDocker(...words, ...ours));
  return (await Promise.all(lists)).flatMap((list) => list.split('\n')).filter((line) => line !== '');
}

export async function volumesOfProject(): Promise<number> {
  const names = await mustDocker('volume', 'ls', '--quiet', '--filter', `label=com.docker.compose.project=${project}`);
  return names.split('\n').length;
}

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/install.md'), 'utf8');

/** The commands below a heading of docs/guides/install.md, as its reader types them, in a folder of one's own. */
export async function asTheGuideSays(heading: string, cwd: string): Promise<string> {
  const [, below = ''] = guide.split(`## ${heading}\n`);
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(below) ?? [];
  if (commands === '') throw new Error(`the guide has no commands below ${heading}`);
  // The engines have the compose that is called by a name of its own, and here is no terminal.
  const typed = commands
    .replaceAll('docker compose ', `docker-compose --file ${file} `)
    .replaceAll(/ exec (?!-T)/g, ' exec -T ');
  return run('sh', ['-ec', typed], { cwd, env: dockerEnvironment(home, settings) });
}
