import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { obtain, type Recipe } from '../engines/runtime/cache.ts';
import { ConsoleProgress } from '../engines/runtime/progress.ts';
import { run } from '../engines/runtime/shell.ts';
import { examples } from './examples.ts';

const source = join(examples, 'receiver.go');

/** As the engines are built: what one has compiled of Go's own library the other need not. */
export const goSettings = { CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false' };

const recipe: Recipe = {
  name: 'go-receiver',
  title: 'the example receiver in Go',
  inputs: async () => [await readFile(source, 'utf8'), await run('go', ['env', 'GOVERSION'])],
  make: async (into) => {
    await run('go', ['build', '-o', join(into, 'receiver'), source], { env: { ...process.env, ...goSettings } });
  },
};

/** Built once on this machine. Without Go it fails, and says so. */
export async function goReceiver(): Promise<string> {
  return join(await obtain(recipe, new ConsoleProgress(() => undefined)), 'receiver');
}
