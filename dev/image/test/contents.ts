import { basename } from 'node:path';

/** One line of `tar --list --verbose`. */
export interface Entry {
  readonly mode: string;
  readonly path: string;
}

export function parseListing(listing: string): readonly Entry[] {
  return listing
    .trimEnd()
    .split('\n')
    .map((line) => /^(\S+) \S+ +\d+ \S+ \S+ (.*?)(?: -> .*)?$/.exec(line))
    .map((match) => ({ mode: match?.[1] ?? '', path: match?.[2] ?? '' }));
}

/** What an installation does not need; each could only serve whoever got in. */
const unwanted: Readonly<Record<string, RegExp>> = {
  'a test tool':
    /^app\/.*node_modules\/(@?vitest|@?vite|@?rolldown|@?rollup|esbuild|@?typescript|@biomejs|@?oxlint.*|playwright.*|@playwright|@axe-core|fast-check|dependency-cruiser|@redocly|oidc-provider|chai|@types)(\/|$)/,
  'our own tests':
    /^app\/(packages\/testkit|services\/example|proofs|dev)(\/|$)|^app\/(packages|services|apps)\/[^/]+\/test\//,
  'a shell': /(^|\/)(sh|bash|dash|ash|zsh|busybox|env|perl|python[\d.]*|awk|mawk)$/,
  'a package manager': /(^|\/)(apt|apt-get|dpkg|dpkg-deb|apk|npm|npx|yarn|pnpm|corepack|pip)$/,
  'a compiler': /(^|\/)(gcc|cc|g\+\+|c\+\+|clang|ld|as|make|cmake|go|rustc|tsc|node-gyp)$/,
};

export function faultsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ mode, path }) => {
    const isFile = !mode.startsWith('d');
    const found = Object.entries(unwanted).filter(([, pattern]) => pattern.test(path));
    const kinds = found.map(([kind]) => kind).filter((kind) => isFile || !['a shell', 'a compiler'].includes(kind));
    if (/^.{3}[sS]|^.{6}[sS]/.test(mode)) kinds.push('setuid or setgid');
    if (mode[8] === 'w' && !mode.startsWith('l') && path !== 'tmp/') kinds.push('writable by all');
    return kinds.map((kind) => `${kind}: ${path}`);
  });
}

/** Programs outside the product; libraries that carry the bit are none. */
export function programsIn(entries: readonly Entry[]): readonly string[] {
  const madeByDocker = ['.dockerenv', 'dev/console', 'etc/hostname', 'etc/hosts', 'etc/resolv.conf'];
  return entries
    .filter(({ mode, path }) => /^[-l]..x/.test(mode) && !path.startsWith('app/') && !madeByDocker.includes(path))
    .filter(({ mode, path }) => mode.startsWith('-') || /(^|\/)s?bin\//.test(path))
    .map(({ path }) => path)
    .filter((path) => !basename(path).includes('.so'));
}
