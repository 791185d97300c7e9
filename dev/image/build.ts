import { join } from 'node:path';
import { docker as engine } from '../engines/catalogue/docker.ts';
import { doorOut, socketPath } from '../engines/docker/doors.ts';
import { dockerEnvironment } from '../engines/docker/machine.ts';
import { healthOf, messageOf } from '../engines/runtime/health.ts';
import { type Home, openHome } from '../engines/runtime/home.ts';
import { seconds } from '../engines/runtime/progress.ts';
import { run } from '../engines/runtime/shell.ts';
import { ensureNodeBase } from './base-images.ts';
import { startProxy } from './proxy.ts';

/**
 * `npm run image`: deploy/Dockerfile, as `wheelhouse`. In the engines' docker if it is up, where no base image can be
 * pulled and the network has no way out: then with a stand-in for the base and a proxy. Otherwise in the machine's own.
 */

const repository = join(import.meta.dirname, '../..');
export const imageName = 'wheelhouse';
const proxyPort = 3128;

export interface Built {
  readonly id: string;
  readonly milliseconds: number;
}

export interface Sizes {
  readonly bytes: number;
  readonly compressedBytes: number;
}

export function inWords({ bytes, compressedBytes }: Sizes): string {
  const megabytes = (count: number) => `${Math.round(count / 1e6)} MB`;
  return `${megabytes(bytes)}, ${megabytes(compressedBytes)} compressed`;
}

interface Docker {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly isEngine: boolean;
}

async function whichDocker(home: Home): Promise<Docker> {
  if ((await healthOf(home, engine)).state === 'healthy')
    return { program: '/usr/bin/docker', env: dockerEnvironment(home), isEngine: true };
  return { program: 'docker', env: { ...process.env, DOCKER_BUILDKIT: '1' }, isEngine: false };
}

export async function buildImage(home: Home, onOutput: (text: string) => void): Promise<Built> {
  const began = performance.now();
  await buildWith(home, ['--tag', imageName], onOutput);
  const { program, env } = await whichDocker(home);
  const id = (await run(program, ['image', 'inspect', '--format', '{{.Id}}', imageName], { env })).trim();
  return { id, milliseconds: performance.now() - began };
}

/** deploy/Dockerfile with these words for `docker build`: a tag, a stage, a platform. */
export async function buildWith(
  home: Home,
  words: readonly string[],
  onOutput: (text: string) => void = () => undefined,
  checkout = repository,
): Promise<void> {
  const { program, env, isEngine } = await whichDocker(home);
  const build = (more: readonly string[]) => {
    const file = ['--file', join(checkout, 'deploy/Dockerfile'), '--progress', 'plain'];
    return run(program, ['build', ...file, ...words, ...more, checkout], { env, onOutput });
  };
  await (isEngine ? throughProxy(home, build) : build(secrets()));
}

export async function sizesOfImage(home: Home): Promise<Sizes> {
  const { program, env } = await whichDocker(home);
  const bytes = Number(await run(program, ['image', 'inspect', '--format', '{{.Size}}', imageName], { env }));
  const compressed = await run('sh', ['-ec', '"$1" save "$2" | gzip -c | wc -c', 'sh', program, imageName], { env });
  return { bytes, compressedBytes: Number(compressed) };
}

/** How this machine reaches packages, for the time of the build: nothing of it gets into the image. */
function secrets(): readonly string[] {
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  return authority === undefined ? [] : ['--secret', `id=ca,src=${authority}`];
}

async function throughProxy(home: Home, build: (more: readonly string[]) => Promise<string>): Promise<void> {
  const path = await socketPath(home);
  const stopProxy = await startProxy(path);
  const door = await doorOut(home, proxyPort, { path });
  try {
    const proxy = `http://127.0.0.1:${door.port}`;
    const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
    const given = [`BASE=${await ensureNodeBase(home)}`, ...proxies.map((name) => `${name}=${proxy}`)];
    await build(['--network', 'host', ...secrets(), ...given.flatMap((argument) => ['--build-arg', argument])]);
  } finally {
    await door.close();
    stopProxy();
  }
}

if (import.meta.main) {
  try {
    const home = await openHome();
    const { id, milliseconds } = await buildImage(home, (text) => process.stderr.write(text));
    console.log(`${imageName} in ${seconds(milliseconds)}: ${inWords(await sizesOfImage(home))}, ${id}`);
  } catch (error) {
    console.error(`image: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}
