import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dockerEnvironment } from '../../engines/docker/machine.ts';
import { run } from '../../engines/runtime/shell.ts';
import { buildImage, buildWith, imageName, inWords, sizesOfImage } from '../build.ts';
import { demoImages } from '../program-images.ts';
import { type Entry, faultsIn, parseListing, programsIn } from './contents.ts';
import { home, inDocker, mustDocker } from './support.ts';

let entries: readonly Entry[] = [];

beforeAll(async () => {
  await buildImage(home, () => undefined);
  const container = await mustDocker('create', imageName);
  try {
    const list = ['-ec', '/usr/bin/docker export "$1" | tar --list --verbose', 'sh', container];
    entries = parseListing(await run('sh', list, { env: dockerEnvironment(home) }));
  } finally {
    await mustDocker('rm', container);
  }
}, 900_000);

const started = (...args: readonly string[]) =>
  inDocker('run', '--rm', '--read-only', '--cap-drop=ALL', '--network=none', '--tmpfs=/tmp', imageName, ...args);

describe('the image', () => {
  test('holds no tool of ours, no shell, no package manager, no compiler, nothing setuid or writable', () => {
    expect(entries.length).toBeGreaterThan(1_000);
    expect(faultsIn(entries)).toEqual([]);
  });

  test.for([
    ['-rw-r--r--', 'app/node_modules/vitest/index.js', 'a test tool'],
    ['-rw-r--r--', 'app/packages/kit/node_modules/@biomejs/biome/a.js', 'a test tool'],
    ['-rw-r--r--', 'app/packages/testkit/src/index.ts', 'our own tests'],
    ['-rw-r--r--', 'app/services/auth/test/login.test.ts', 'our own tests'],
    ['-rwxr-xr-x', 'usr/bin/dash', 'a shell'],
    ['lrwxrwxrwx', 'bin/sh', 'a shell'],
    ['-rwxr-xr-x', 'usr/local/bin/npm', 'a package manager'],
    ['-rwxr-xr-x', 'usr/bin/gcc', 'a compiler'],
    ['-rwsr-xr-x', 'usr/bin/passwd', 'setuid or setgid'],
    ['drwxrwxrwt', 'var/tmp/', 'writable by all'],
  ] as const)('would be refused with %s %s', ([mode, path, kind]) => {
    expect(faultsIn([{ mode, path }])).toEqual([`${kind}: ${path}`]);
  });

  test('has two programs, Node and Wheelhouse', () => {
    expect(programsIn(entries).toSorted()).toEqual(['usr/local/bin/node', 'usr/local/bin/wheelhouse']);
  });

  test('runs as 65532, read-only and without capabilities, and says its version', async () => {
    expect(await mustDocker('image', 'inspect', '--format', '{{.Config.User}}', imageName)).toBe('65532:65532');
    expect(await started('--version')).toEqual({ code: 0, stdout: '0.0.0\n', stderr: '' });
  });

  test('without settings it ends with 78 and names what is missing', async () => {
    const { code, stderr } = await started('serve');
    expect(code).toBe(78);
    for (const name of ['DATABASE_URL', 'RABBITMQ_URL', 'VALKEY_URL', 'AUTH_JWT_ACCESS_SECRET', 'SECRETS_KEYS'])
      expect(stderr).toContain(`${name} is missing`);
  });

  test('has the command line for people beside that of operators', async () => {
    expect((await started('clusters', '--help')).stdout).toContain('Usage: wheelhouse clusters');
    expect((await started('migrate', '--help')).stdout).toContain('migrate up');
  });

  test('tells nothing of the machine that built it', async () => {
    const history = await mustDocker('history', '--no-trunc', imageName);
    const config = await mustDocker('image', 'inspect', '--format', '{{json .Config}}', imageName);
    for (const told of [process.cwd(), '_proxy', 'NODE_EXTRA_CA_CERTS', 'npmrc']) {
      expect(history).not.toContain(told);
      expect(config).not.toContain(told);
    }
  });

  test('for arm64 is built as far as no base image of it is needed', { timeout: 600_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-arm64-'));
    try {
      await buildWith(home, ['--platform', 'linux/arm64', '--target', 'app']);
      await buildWith(home, [
        '--platform',
        'linux/arm64',
        '--target',
        'root',
        '--output',
        `type=tar,dest=${folder}/root.tar`,
      ]);
      const listing = parseListing(await run('tar', ['--list', '--verbose', '--file', `${folder}/root.tar`]));
      const library = 'root-of-image/usr/lib/aarch64-linux-gnu/libc.so.6';
      expect(listing.filter(({ path }) => path === library)).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("takes the programs of its demo from the images of the engines' versions", async () => {
    const dockerfile = await readFile(join(import.meta.dirname, '../../../deploy/Dockerfile'), 'utf8');
    const given = new Map(
      [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const named = [...dockerfile.matchAll(/^FROM (\S+\.io\/\S+) AS/gm)].map(([, image = '']) =>
      image.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => given.get(name) ?? ''),
    );
    expect(named.toSorted()).toEqual(demoImages.toSorted());
  });

  test('is at most 80 MB to download', async () => {
    const sizes = await sizesOfImage(home);
    console.log(`image: ${inWords(sizes)}`);
    expect(sizes.compressedBytes).toBeLessThan(80e6);
  });
});
