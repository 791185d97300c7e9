import { join } from 'node:path';
import { messageOf } from '../engines/runtime/health.ts';
import { openHouse, repository } from '../house/house.ts';
import { stopAsked } from '../house/stop-asked.ts';
import { develop } from './develop.ts';
import { voiceOf } from './log-line.ts';

/** `npm run dev`: engines, the server restarted on change, the dashboard reloaded on change, one log. */
const folders = ['packages', 'services', 'apps/server'].map((path) => join(repository, path));

try {
  const isColoured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  process.exitCode = await develop(await openHouse('dev'), folders, voiceOf(console.log, isColoured), stopAsked());
} catch (error) {
  console.error(`dev: ${messageOf(error)}`);
  process.exitCode = 1;
}
