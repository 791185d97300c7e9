import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The dashboard as it ships, built into a folder of its own. */
export interface Build {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const root = join(import.meta.dirname, '../../../..');
const vite = join(root, 'node_modules/vite/bin/vite.js');

export async function buildDashboard(): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const argv = [vite, 'build', join(root, 'apps/dashboard'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const building = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [building.stdout, building.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(building, 'close')) as [number | null];
  if (code === 0) return { folder, remove };
  await remove();
  throw new Error(`the dashboard cannot be built: ${said.slice(-2_000)}`);
}
