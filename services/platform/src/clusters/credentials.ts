import { X509Certificate } from 'node:crypto';
import type { Keyring } from '@wheelhouse/kit';
import type { ClusterAccess } from '@wheelhouse/kubernetes';
import type { ClusterCredentials } from './schema.ts';
import type { ClusterRow } from './store.ts';

const table = 'platform.clusters';

/** The columns of a row that say how one comes in. */
export type AccessColumns = Pick<ClusterRow, 'server' | 'credentials' | 'credential_kind' | 'credential_expires_at'>;

export function sealAccess(secrets: Keyring, tenantId: string, rowId: string, access: ClusterAccess): AccessColumns {
  const { server, ...kept } = credentialsOf(access);
  return {
    server,
    credentials: secrets.seal({ tenantId, table, rowId }, JSON.stringify(kept)),
    credential_kind: kept.client_certificate === undefined ? 'token' : 'client_certificate',
    credential_expires_at: endOf(kept),
  };
}

/** As they leave this module, by its internal route only. */
export function openCredentials(
  secrets: Keyring,
  tenantId: string,
  { id, server, credentials }: ClusterRow,
): ClusterCredentials {
  const kept: Omit<ClusterCredentials, 'server'> = JSON.parse(
    secrets.open({ tenantId, table, rowId: id }, credentials),
  );
  return { server, ...kept };
}

export function accessWith(credentials: ClusterCredentials): ClusterAccess {
  const { server, certificate_authority, tls_server_name, token, client_certificate, client_key } = credentials;
  return {
    server,
    ...(certificate_authority === undefined ? {} : { certificateAuthority: certificate_authority }),
    ...(tls_server_name === undefined ? {} : { tlsServerName: tls_server_name }),
    ...(token === undefined ? {} : { token }),
    ...(client_certificate === undefined || client_key === undefined
      ? {}
      : { clientCertificate: { certificate: client_certificate, key: client_key } }),
  };
}

function credentialsOf({
  server,
  certificateAuthority,
  tlsServerName,
  token,
  clientCertificate,
}: ClusterAccess): ClusterCredentials {
  return {
    server,
    ...(certificateAuthority === undefined ? {} : { certificate_authority: certificateAuthority }),
    ...(tlsServerName === undefined ? {} : { tls_server_name: tlsServerName }),
    ...(typeof token === 'string' ? { token } : {}),
    ...(clientCertificate === undefined
      ? {}
      : { client_certificate: clientCertificate.certificate, client_key: clientCertificate.key }),
  };
}

/** When they stop working, as far as they say it themselves. */
function endOf({ token, client_certificate }: Omit<ClusterCredentials, 'server'>): Date | null {
  if (client_certificate !== undefined) return new X509Certificate(client_certificate).validToDate;
  const [, claims = ''] = token?.split('.') ?? [];
  try {
    const { exp }: { readonly exp?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const end = new Date(typeof exp === 'number' ? exp * 1000 : Number.NaN);
    return Number.isNaN(end.getTime()) ? null : end;
  } catch {
    return null;
  }
}
