import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCertificate, type Identity } from '../runtime/certificates.ts';
import type { Home } from '../runtime/home.ts';
import { type Api, openApi } from './api.ts';
import { type Cluster, serverUrl } from './cluster.ts';
import { identities, pkiFolder } from './identities.ts';

export async function apiOf(
  home: Home,
  cluster: Cluster,
  identity: Identity = identities.engines,
  maxSockets = 32,
): Promise<Api> {
  const { certificate, key } = await ensureCertificate(pkiFolder(home, cluster), identity);
  const ca = await readFile(join(pkiFolder(home, cluster), 'ca.crt'));
  return openApi(serverUrl(home, cluster), { maxSockets, cert: certificate, key, ca });
}

export async function withApi<T>(home: Home, cluster: Cluster, work: (api: Api) => Promise<T>): Promise<T> {
  const api = await apiOf(home, cluster);
  try {
    return await work(api);
  } finally {
    api.close();
  }
}
