import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * `npm run lock`, after every change of packages. npm leaves out of the lock file those optional
 * packages of other platforms that it did not install here, and `npm ci` then refuses the file.
 * They are named with the platform they are for, and with the hash of what the registry has: whoever
 * installs them elsewhere gets what was there today, or nothing.
 */

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  packages: Record<string, LockedPackage>;
}

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));

function read(): LockFile {
  return JSON.parse(readFileSync(path, 'utf8')) as LockFile;
}

/** The platform a package of one binary is for, told by its name: `@x/cli-linux-arm64-musl`. */
function platformOf(name: string): Readonly<Record<string, readonly string[]>> {
  const words = name.split(/[/-]/);
  const one = (known: readonly string[]) => known.filter((word) => words.includes(word));
  const os = one([
    'android',
    'darwin',
    'freebsd',
    'linux',
    'openharmony',
    'win32',
    'sunos',
    'aix',
    'netbsd',
    'openbsd',
  ]);
  const cpu = one(['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']);
  const libc = words.includes('musl') || words.includes('musleabihf') ? ['musl'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

export function missingFromLock(lock: LockFile = read()): ReadonlyMap<string, { version: string; dev: boolean }> {
  const missing = new Map<string, { version: string; dev: boolean }>();
  for (const { optionalDependencies = {}, dev = false } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (lock.packages[`node_modules/${name}`] === undefined && /^\d/.test(version))
        missing.set(name, { version, dev });
    }
  }
  return missing;
}

/** Packages that are installed without a look at what they are; on one system, or on any. */
export function withoutHash(os?: string, lock: LockFile = read()): readonly string[] {
  const isFor = (one: LockedPackage) => os === undefined || one.os === undefined || one.os.includes(os);
  // Of Linux this is about the machines that the engines run on, and those of ARM.
  const isUsual = ({ cpu }: LockedPackage) =>
    os === undefined || cpu === undefined || cpu.includes('x64') || cpu.includes('arm64');
  return Object.entries(lock.packages)
    .filter(([place, { integrity, link }]) => place.includes('node_modules/') && !integrity && link !== true)
    .filter(([, one]) => isFor(one) && isUsual(one))
    .map(([place]) => place);
}

/** Undefined where the registry does not have it. */
async function hashOf(name: string, version: string): Promise<string | undefined> {
  const asked = promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = read();
  const missing = missingFromLock(lock);
  for (const [name, { version, dev }] of missing) {
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...platformOf(name),
    } as LockedPackage;
  }
  const unhashed = withoutHash(undefined, lock);
  // A few at a time: the registry is somebody else's.
  for (let from = 0; from < unhashed.length; from += 8)
    await Promise.all(
      unhashed.slice(from, from + 8).map(async (place) => {
        const one = lock.packages[place] ?? {};
        const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
        const integrity = await hashOf(name, one.version ?? '');
        if (integrity !== undefined) lock.packages[place] = { ...one, integrity };
      }),
    );
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(
    `package-lock.json: ${missing.size} packages of other platforms added, ${unhashed.length - withoutHash(undefined, lock).length} hashes`,
  );
  console.log(`without a hash, because the registry does not have them:\n${withoutHash(undefined, lock).join('\n')}`);
}
