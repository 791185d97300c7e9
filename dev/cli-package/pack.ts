import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const program = 'wheelhouse.mjs';

/**
 * The CLI as one package for npm: a single file without dependencies, which a plain `node` runs too. The same sources
 * give the same bytes.
 */
export async function packCli(into: string, version: string = manifest.version): Promise<{ readonly bytes: number }> {
  const staging = await mkdtemp(join(tmpdir(), 'wheelhouse-cli-'));
  try {
    await bundleCli(join(staging, program), version);
    await copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE'));
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(packageOf(version), null, 2)}\n`);
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', staging], {
      cwd: staging,
    });
    const packed = await readFile(join(staging, stdout.trim()));
    await mkdir(into, { recursive: true });
    await writeFile(join(into, 'wheelhouse.tgz'), packed);
    const hash = createHash('sha256').update(packed).digest('hex');
    await writeFile(join(into, 'wheelhouse.tgz.sha256'), `${hash}  wheelhouse.tgz\n`);
    return { bytes: packed.length };
  } finally {
    await rm(staging, { recursive: true });
  }
}

export async function bundleCli(file: string, version: string = manifest.version): Promise<void> {
  const build = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    // Its own version is that of the installation it comes from.
    plugins: [
      {
        name: 'version',
        load: (id) =>
          id === join(root, 'packages/cli/package.json')
            ? { code: JSON.stringify({ version }), moduleType: 'json' }
            : null,
      },
    ],
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  await chmod(file, 0o755);
}

function packageOf(version: string) {
  return {
    name: 'wheelhouse',
    version,
    description: 'The command line of a Wheelhouse installation, of the same version.',
    license: manifest.license,
    type: 'module',
    bin: { wheelhouse: program },
    engines: { node: '>=20.10' },
    files: [program],
  };
}
