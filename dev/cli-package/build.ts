import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { packCli } from './pack.ts';

/** The end of `npm run build`: the CLI goes where the gateway serves the dashboard's files from, as `/cli`. */
const folder = fileURLToPath(new URL('../../apps/dashboard/dist/cli', import.meta.url));
const { bytes } = await packCli(folder);
console.log(`${join('apps/dashboard/dist/cli', 'wheelhouse.tgz')}  ${(bytes / 1024).toFixed(0)} kB`);
