import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from './cache.ts';
import type { Home } from './home.ts';

/**
 * Settings for tests and proofs: a HOME with nothing in it, so that no cluster of the developer's own is ever found.
 * Programs that keep something below a HOME are told where it lies instead.
 */
export async function emptyHome(home: Home): Promise<Readonly<Record<string, string>>> {
  const dir = join(home.dir, 'homes', 'empty');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const kept = {
    WHEELHOUSE_CACHE: cacheDir,
    GOENV: join(homedir(), '.config/go/env'),
    GOPATH: join(homedir(), 'go'),
    GOCACHE: join(homedir(), '.cache/go-build'),
    GIT_CONFIG_GLOBAL: join(homedir(), '.gitconfig'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: join(homedir(), '.npm'),
    // What processes have compiled, for those after them: tests and proofs start hundreds.
    NODE_COMPILE_CACHE: join(home.dir, 'compile-cache'),
    KUBECACHEDIR: join(home.dir, 'kubectl-cache'),
  };
  // In a pod, its own service account would be taken before any file; an empty host says that it is none.
  const own = { HOME: dir, KUBERNETES_SERVICE_HOST: '' };
  // What is set already goes before: proofs run tests, and HOME is the empty one by then.
  return {
    ...Object.fromEntries(Object.entries(kept).map(([name, path]) => [name, process.env[name] ?? path])),
    ...own,
  };
}
