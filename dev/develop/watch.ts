import { watch } from 'node:fs';
import { join, relative } from 'node:path';

const quietMs = 150;
/** What the server runs: its sources, migrations and manifests. Not its tests, and not the page's. */
const runs = /\.(ts|sql|json|js|css|html)$/;
const elsewhere = /(^|\/)(node_modules|test|dist)\/|\.test\.ts$|^packages\/cli\//;

export function isServerSource(path: string): boolean {
  return runs.test(path) && !elsewhere.test(path);
}

/** Tells of changed files once they have been quiet for a moment: an editor writes more than once, a checkout for longer. */
export function watchSources(
  root: string,
  folders: readonly string[],
  onChange: (paths: readonly string[]) => void,
  signal: AbortSignal,
): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  for (const folder of folders) {
    watch(folder, { recursive: true, signal }, (_event, name) => {
      const path = name === null ? '' : relative(root, join(folder, name));
      if (!isServerSource(path)) return;
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const paths = [...changed];
        changed.clear();
        onChange(paths);
      }, quietMs);
    });
  }
}
