import { rm } from 'node:fs/promises';
import { groups } from '../engines/runtime/engine.ts';
import { clusterGroups, engines, quickGroups } from '../house/engines.ts';
import type { House } from '../house/house.ts';
import { stopRunning } from '../house/running.ts';
import { dropStores } from '../house/stores.ts';

/** The server first, then the engines, in order. */
export async function down(house: House, say: (line: string) => void): Promise<void> {
  await stopRunning(house);
  await engines('down', groups, say);
  say('The demo and its engines are stopped. What was in it is kept: npm run demo');
}

/** What the demo has written: its database, its vhost, its secrets and the cluster. Other databases stay. */
export async function reset(house: House, say: (line: string) => void): Promise<void> {
  await stopRunning(house);
  await engines('up', quickGroups, say);
  await dropStores(house);
  await engines('reset', [...clusterGroups, 'node'], say);
  await rm(house.dir, { recursive: true, force: true });
  await engines('down', groups, say);
  say('The demo is stopped and its data is gone. From the beginning: npm run demo');
}
