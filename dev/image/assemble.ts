import { cpSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Puts what runs into an empty folder: the server, the command line, the dashboard as built, and those packages of the
 * lock file that these need. Whatever is not named by a chain of `dependencies` stays out. Run in the image's build, at
 * the root of the repository: node dev/image/assemble.ts FOLDER.
 */

interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const [into = ''] = process.argv.slice(2);
const roots = ['apps/server', 'packages/cli'];
/** Of other people's packages: read by people and tools, not by Node. */
const unread = /\.(map|d\.[cm]?ts|md|markdown|tsbuildinfo|flow|sh)$/i;
const unreadFolders = ['test', 'tests', 'benchmark', 'benchmarks', 'examples', 'docs', '.github', 'node_modules'];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** As Node looks for it: beside the one who asks, then further up. */
function placeOf(name: string, asking: string): string | undefined {
  for (let folder = asking; ; folder = dirname(folder)) {
    const place = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '.') return undefined;
  }
}

const needed = new Set<string>();
function take(place: string): void {
  if (needed.has(place)) return;
  needed.add(place);
  const { link, resolved = '', dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
  if (link === true) return take(resolved);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = placeOf(name, place);
    if (found !== undefined) take(found);
    else if (!(name in optionalDependencies))
      throw new Error(`${place} needs ${name}, which the lock file does not have`);
  }
}
for (const root of roots) take(root);

for (const place of [...needed].toSorted()) {
  const target = join(into, place);
  mkdirSync(dirname(target), { recursive: true });
  const { link, resolved = '' } = packages[place] ?? {};
  // Links, because Node strips types only outside node_modules.
  if (link === true) symlinkSync(relative(dirname(target), join(into, resolved)), target);
  else if (place.includes('node_modules/'))
    copy(place, (path) => !unreadFolders.includes(relative(place, path)) && !unread.test(path));
  else copy(place, (path) => !['node_modules', 'test', 'README.md'].includes(relative(place, path)));
}
copy('apps/dashboard/dist');
for (const file of ['rbac', 'init.ts', 'wheelhouse.ts']) copy(`deploy/${file}`);
copy('LICENSE');
writeFileSync(join(into, 'package.json'), `${JSON.stringify({ name: 'wheelhouse', version, type: 'module' })}\n`);

function copy(place: string, wanted: (path: string) => boolean = () => true): void {
  if (packages[place] !== undefined && !isThere(place)) return;
  cpSync(place, join(into, place), { recursive: true, filter: (path) => path === place || wanted(path) });
}

/** Optional packages of other platforms are in the lock file only. */
function isThere(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}
