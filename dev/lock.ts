import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm run lock`, after every change of packages. npm leaves out of the lock file those optional
 * packages of other platforms that its registry does not have, and `npm ci` then refuses the file.
 * They are never installed here; naming them, with the platform they are for, is all `npm ci` asks.
 */

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
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
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${missing.size} packages of other platforms added`);
}
