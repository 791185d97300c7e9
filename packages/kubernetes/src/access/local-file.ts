import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ClusterAccess } from './access.ts';
import {
  authorityIn,
  certificatePart,
  clientCertificate,
  mustHaveCredentials,
  serverPart,
  tokenPart,
} from './kubeconfig.ts';
import { judgeCluster, judgeUser } from './kubeconfig-rules.ts';
import { type Entry, readKubeconfig, textOf } from './kubeconfig-text.ts';
import { chosenIn, tokenIn } from './parts.ts';
import { certificatesIn, decoded } from './pem.ts';

/** Out of a file of our operator's own, which may name other files. Programs are not run for it either. */
export async function accessFromFile(path: string): Promise<ClusterAccess> {
  const config = readKubeconfig(await readFile(path, 'utf8'));
  const { cluster, user } = chosenIn(config);
  judgeCluster(cluster, 'operator');
  judgeUser(user, 'operator');
  const beside = (name: string) => resolve(dirname(path), name);
  const access = {
    ...serverPart(cluster),
    ...authorityIn(cluster),
    ...(await authorityFile(cluster, beside)),
    ...tokenPart(user),
    ...tokenFile(user, beside),
    ...(await certificateFiles(user, beside)),
  };
  mustHaveCredentials(access, user);
  return access;
}

/** Read again whenever it is asked: service account tokens are replaced every hour. */
export function tokenOf(path: string): () => Promise<string> {
  return async () => tokenIn((await readFile(path, 'utf8')).trim(), path);
}

type Beside = (name: string) => string;

async function authorityFile(
  { fields, field }: Entry,
  beside: Beside,
): Promise<Pick<ClusterAccess, 'certificateAuthority'>> {
  const path = textOf(fields, 'certificate-authority', `${field}.certificate-authority`);
  if (path === undefined || fields.has('certificate-authority-data')) return {};
  return { certificateAuthority: certificatesIn(await readFile(beside(path), 'utf8'), beside(path)) };
}

/** As kubectl has it, the file goes before the token written beside it. */
function tokenFile({ fields, field }: Entry, beside: Beside): Pick<ClusterAccess, 'token'> {
  const path = textOf(fields, 'tokenFile', `${field}.tokenFile`);
  return path === undefined ? {} : { token: tokenOf(beside(path)) };
}

async function certificateFiles(user: Entry, beside: Beside): Promise<Pick<ClusterAccess, 'clientCertificate'>> {
  const { fields, field } = user;
  const part = async (name: string) => {
    const data = textOf(fields, `${name}-data`, `${field}.${name}-data`);
    if (data !== undefined) return decoded(data, `${field}.${name}-data`);
    const path = textOf(fields, name, `${field}.${name}`);
    return path === undefined ? undefined : readFile(beside(path), 'utf8');
  };
  if (!fields.has('client-certificate') && !fields.has('client-key')) return certificatePart(user);
  return clientCertificate(field, await part('client-certificate'), await part('client-key'));
}
