import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, openApi } from '../../dev/engines/clusters/api.ts';
import { adminToken, certificate, server } from './files.ts';
import { readAdminToken } from './identities.ts';

const withinMs = 120_000;

/** The demo's cluster, as its administrator. */
export function openClusterApi(): Api {
  return openApi(server, { ca: readFileSync(certificate) }, readAdminToken());
}

export async function untilServing(): Promise<void> {
  let last = 'it has no certificate yet';
  for (const deadline = performance.now() + withinMs; ; await wait(200)) {
    if (performance.now() > deadline)
      throw new Error(`the demo's API server is not ready after ${withinMs / 1000} s: ${last}`);
    if (!existsSync(certificate) || !existsSync(adminToken)) continue;
    const api = openClusterApi();
    try {
      const { status, text } = await api.call('GET', '/readyz');
      if (status === 200) return;
      last = text;
    } catch (error) {
      last = String(error);
    } finally {
      api.close();
    }
  }
}
