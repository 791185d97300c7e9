import { createHash } from 'node:crypto';
import { copyFile, cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { docker, dockerEnvironment } from '../engines/docker/machine.ts';
import { cachedFolder } from '../engines/runtime/cache.ts';
import { debianRoot } from '../engines/runtime/debian-root.ts';
import type { Home } from '../engines/runtime/home.ts';
import { run } from '../engines/runtime/shell.ts';

/**
 * Images that others pull and that cannot be pulled where this is developed: made from the engines' Debian root, which
 * has the same PostgreSQL, RabbitMQ and Valkey, and called as deploy/ calls the public ones.
 */

const debian = 'wheelhouse-engines/debian:trixie';
export const nodeBase = 'wheelhouse-engines/node:24-trixie';
export const storeImages = { postgres: 'postgres:17', rabbitmq: 'rabbitmq:4', valkey: 'valkey/valkey:8' } as const;

const standIns = join(import.meta.dirname, 'stand-ins');
/** Says of what an image was made, so that it is made anew when that has changed. */
export const madeOf = 'wheelhouse.dev/made-of';

export async function ensureNodeBase(home: Home): Promise<string> {
  const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).trim())));
  await ensure(home, nodeBase, [process.version, npm, await dockerfile('node')], async (label) => {
    const context = await mkdtemp(join(tmpdir(), 'wheelhouse-node-base-'));
    try {
      await copyFile(process.execPath, join(context, 'node'));
      await cp(npm, join(context, 'npm'), { recursive: true });
      await mustRun(home, ['build', '--file', join(standIns, 'node.Dockerfile'), '--tag', nodeBase, ...label, context]);
    } finally {
      await rm(context, { recursive: true, force: true });
    }
  });
  return nodeBase;
}

export async function ensureStoreImages(home: Home): Promise<void> {
  for (const [name, image] of Object.entries(storeImages)) {
    const folder = join(standIns, name);
    const files = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    await ensure(home, image, files, async (label) => mustRun(home, ['build', '--tag', image, ...label, folder]));
  }
}

async function ensure(
  home: Home,
  image: string,
  inputs: readonly string[],
  make: (label: readonly string[]) => Promise<void>,
): Promise<void> {
  await ensureDebian(home);
  const root = await cachedFolder(debianRoot);
  const hash = createHash('sha256')
    .update([root, ...inputs].join('\0'))
    .digest('hex');
  if ((await labelOf(home, image)) !== hash) await make(['--label', `${madeOf}=${hash}`]);
}

const importRoot = `
tar -C "$1" --numeric-owner --one-file-system -cf - . | /usr/bin/docker import --change "LABEL $2" - "$3"`;

async function ensureDebian(home: Home): Promise<void> {
  const root = await cachedFolder(debianRoot);
  const edition = basename(root);
  if ((await labelOf(home, debian)) === edition) return;
  const args = ['-ec', importRoot, 'sh', root, `${madeOf}=${edition}`, debian];
  await run('sh', args, { env: dockerEnvironment(home) });
}

export async function labelOf(home: Home, image: string): Promise<string> {
  const format = `{{ index .Config.Labels "${madeOf}" }}`;
  return (await docker(home, ['image', 'inspect', '--format', format, image])).stdout.trim();
}

async function mustRun(home: Home, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await docker(home, args);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
}

function dockerfile(name: string): Promise<string> {
  return readFile(join(standIns, `${name}.Dockerfile`), 'utf8');
}
