import { type ClusterAccess, KubeconfigRefused } from './access.ts';
import { judgeAll, judgeCluster, judgeUser } from './kubeconfig-rules.ts';
import { type Entry, readKubeconfig, textOf } from './kubeconfig-text.ts';
import { chosenIn, serverNameOf, serverOf, tokenIn } from './parts.ts';
import { certificatesIn, decoded, keyIn } from './pem.ts';

/** Out of a stranger's text. Touches nothing: no file, no process, no socket. */
export function accessFromKubeconfig(text: string, context?: string): ClusterAccess {
  const config = readKubeconfig(text);
  judgeAll(config);
  const { cluster, user } = chosenIn(config, context);
  judgeCluster(cluster, 'stranger');
  judgeUser(user, 'stranger');
  const access = { ...serverPart(cluster), ...authorityIn(cluster), ...tokenPart(user), ...certificatePart(user) };
  mustHaveCredentials(access, user);
  return access;
}

export function serverPart(cluster: Entry): Pick<ClusterAccess, 'server' | 'tlsServerName'> {
  const tlsServerName = serverNameOf(cluster);
  return { server: serverOf(cluster), ...(tlsServerName !== undefined && { tlsServerName }) };
}

export function authorityIn({ fields, field }: Entry): Pick<ClusterAccess, 'certificateAuthority'> {
  const place = `${field}.certificate-authority-data`;
  const data = textOf(fields, 'certificate-authority-data', place);
  return data === undefined ? {} : { certificateAuthority: certificatesIn(decoded(data, place), place) };
}

export function tokenPart({ fields, field }: Entry): Pick<ClusterAccess, 'token'> {
  const place = `${field}.token`;
  const token = textOf(fields, 'token', place);
  return token === undefined ? {} : { token: tokenIn(token, place) };
}

export function certificatePart({ fields, field }: Entry): Pick<ClusterAccess, 'clientCertificate'> {
  const data = (name: string) => {
    const text = textOf(fields, name, `${field}.${name}`);
    return text === undefined ? undefined : decoded(text, `${field}.${name}`);
  };
  return clientCertificate(field, data('client-certificate-data'), data('client-key-data'));
}

export function clientCertificate(
  field: string,
  certificatePem: string | undefined,
  keyPem: string | undefined,
): Pick<ClusterAccess, 'clientCertificate'> {
  if (certificatePem === undefined && keyPem === undefined) return {};
  const certificate = certificatesIn(certificatePem ?? '', `${field}.client-certificate-data`);
  return { clientCertificate: { certificate, key: keyIn(keyPem ?? '', certificate, `${field}.client-key-data`) } };
}

export function mustHaveCredentials({ token, clientCertificate: certificate }: ClusterAccess, { field }: Entry): void {
  if (token === undefined && certificate === undefined)
    throw new KubeconfigRefused('no_credentials', field, `${field} has neither a token nor a client certificate`);
}
