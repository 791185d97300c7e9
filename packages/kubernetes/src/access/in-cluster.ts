import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ClusterAccess } from './access.ts';
import { tokenOf } from './local-file.ts';
import { normalServer } from './parts.ts';
import { certificatesIn } from './pem.ts';

/** What Kubernetes gives a pod that has a service account. */
const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Undefined outside a cluster, and in a pod that was given no service account. */
export function accessInCluster(): Promise<ClusterAccess | undefined> {
  return accessOfPod(serviceAccountFolder, process.env);
}

export async function accessOfPod(folder: string, environment: NodeJS.ProcessEnv): Promise<ClusterAccess | undefined> {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = environment;
  if (host === '' || port === '') return undefined;
  const authority = await readFile(join(folder, 'ca.crt'), 'utf8').catch(unlessMissing);
  const token = await readFile(join(folder, 'token'), 'utf8').catch(unlessMissing);
  if (authority === undefined || token === undefined) return undefined;
  return {
    server: normalServer(new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`)),
    certificateAuthority: certificatesIn(authority, join(folder, 'ca.crt')),
    token: tokenOf(join(folder, 'token')),
  };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
